import { isSame, isSameSet, show } from '../../json.ts';
import { create, linkageAt, missingRelative, relatives } from '../../run/fixtures.ts';
import { relationshipUrl } from '../../run/urls.ts';
import { undecided } from '../../run/verdict.ts';
import { type Case, eachCreatable, eachToMany, eachToOne } from '../case.ts';
import { expectStatus, expectThat } from '../expectations.ts';
import { again, patch, SUCCESS } from './updating.ts';

/** Updates of resources that set relationships. */
export const updateRelationshipCases: readonly Case[] = [
  eachToOne('update-to-one', 'UPD-03', 'An update of a resource can replace a to-one relationship', async (kit, it) => {
    const made = await create(kit, it.type);
    const [relative] = await relatives(kit, it, 1);
    const answer = await patch(kit, made, { relationships: { [it.name]: { data: relative } } });
    if (answer.status === 403) undecided('The server refuses it with 403.');
    expectStatus(answer, ...SUCCESS);
    const found = await linkageAt(kit, relationshipUrl(it, made.resource));
    expectThat(isSameSet(found, relative), show(relative), () => `it is ${show(found)}`);
  }),
  eachToOne(
    'update-to-one-null',
    'UPD-03',
    'An update of a resource with null clears a to-one relationship',
    async (kit, it) => {
      if (it.sample?.nullable === false) undecided('The samples say that the relationship cannot be null.');
      const made = await create(kit, it.type);
      const answer = await patch(kit, made, { relationships: { [it.name]: { data: null } } });
      if (answer.status === 403) undecided('The server refuses it with 403.');
      expectStatus(answer, ...SUCCESS);
      const found = await linkageAt(kit, relationshipUrl(it, made.resource));
      expectThat(found === null, 'null', () => `it is ${show(found)}`);
    },
  ),
  eachToMany(
    'update-to-many',
    'UPD-03 UPD-04',
    'An update of a resource replaces all members of a to-many relationship, or gets 403',
    async (kit, it) => {
      const made = await create(kit, it.type);
      const members = await relatives(kit, it, 2);
      for (const wanted of [members, members.slice(1)]) {
        const answer = await patch(kit, made, { relationships: { [it.name]: { data: wanted } } });
        if (answer.status === 403) return;
        expectStatus(answer, ...SUCCESS);
        const found = await linkageAt(kit, relationshipUrl(it, made.resource));
        expectThat(isSameSet(found, wanted), show(wanted), () => `it is ${show(found)}`);
      }
    },
  ),
  eachToMany(
    'update-to-many-empty',
    'UPD-03',
    'An update of a resource with [] empties a to-many relationship, or gets 403',
    async (kit, it) => {
      const made = await create(kit, it.type);
      await kit.send('POST', relationshipUrl(it, made.resource), { body: { data: await relatives(kit, it, 1) } });
      const answer = await patch(kit, made, { relationships: { [it.name]: { data: [] } } });
      if (answer.status === 403) return;
      expectStatus(answer, ...SUCCESS);
      const found = await linkageAt(kit, relationshipUrl(it, made.resource));
      expectThat(isSame(found, []), '[]', () => `it is ${show(found)}`);
    },
  ),
  eachToOne(
    'update-missing-to-one',
    'UPD-11 STA-03',
    'An update that names a related resource that does not exist gets 404',
    async (kit, it) =>
      expectStatus(
        await patch(kit, await create(kit, it.type), {
          relationships: { [it.name]: { data: missingRelative(kit, it) } },
        }),
        404,
      ),
  ),
  eachToMany(
    'update-missing-to-many',
    'UPD-11 STA-03',
    'An update with an unknown member of a to-many relationship gets 404 or 403',
    async (kit, it) =>
      expectStatus(
        await patch(kit, await create(kit, it.type), {
          relationships: { [it.name]: { data: [missingRelative(kit, it)] } },
        }),
        404,
        403,
      ),
  ),
  eachToOne(
    'update-all-or-nothing',
    'CRE-04 UPD-11 UPD-04',
    'If a relationship of an update fails, its attributes stay as they were',
    async (kit, it) => {
      const made = await create(kit, it.type);
      const attributes = kit.fill(it.type.sample.update?.attributes ?? undecided('The samples have no update.'));
      const { status } = await patch(kit, made, {
        attributes,
        relationships: { [it.name]: { data: missingRelative(kit, it) } },
      });
      if (status < 400) undecided(`The update succeeded with ${status}.`);
      expectThat(
        isSame((await again(kit, made))?.attributes, made.resource.attributes),
        'the attributes as they were',
        () => 'they differ',
      );
    },
  ),
  eachToMany(
    'update-all-or-nothing-to-many',
    'UPD-04 CRE-04 UPD-09',
    'If a to-many relationship of an update is refused, its attributes stay',
    async (kit, it) => {
      const made = await create(kit, it.type);
      const attributes = kit.fill(it.type.sample.update?.attributes ?? undecided('The samples have no update.'));
      const relationships = { [it.name]: { data: [missingRelative(kit, it)] } };
      const { status } = await patch(kit, made, { attributes, relationships });
      if (status < 400) undecided(`The update succeeded with ${status}.`);
      expectThat(
        isSame((await again(kit, made))?.attributes, made.resource.attributes),
        'the attributes as they were',
        () => 'they differ',
      );
    },
  ),
  eachCreatable(
    'update-null-attribute',
    'UPD-16',
    'Null sets an attribute to null, or is refused; it is never ignored',
    async (kit, it) => {
      const made = await create(kit, it);
      const name =
        Object.keys(it.sample.create?.attributes ?? {}).at(0) ??
        undecided('The create of the samples has no attributes.');
      const { status } = await patch(kit, made, { attributes: { [name]: null } });
      if (status >= 400) return;
      const value = (await again(kit, made))?.attributes?.[name];
      expectThat(value === null || value === undefined, 'null', () => `it is ${show(value)}`);
    },
  ),
];
