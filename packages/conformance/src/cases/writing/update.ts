import { relationshipUrl } from '../../facts/urls.ts';
import { isSame, isSameSet, type Json, show } from '../../json.ts';
import { create, linkageAt } from '../../run/fixtures.ts';
import { undecided } from '../../run/verdict.ts';
import { type Case, eachUpdatable } from '../case.ts';
import { documentOf, expectNoBody, expectStatus, expectThat } from '../expectations.ts';
import { again, expectAttributes, patch, SUCCESS, succeed, update } from './updating.ts';

/** Updates of resources. */
export const updateCases: readonly Case[] = [
  eachUpdatable('update', 'UPD-01', 'An update succeeds with 200, 202 or 204', async (kit, it) =>
    expectStatus((await update(kit, it)).response, ...SUCCESS),
  ),
  eachUpdatable('update-stored', 'UPD-01 UPD-08', 'An update changes the attributes that it names', async (kit, it) => {
    const { sent, ...made } = await succeed(kit, it);
    expectAttributes(await again(kit, made), sent.attributes);
  }),
  eachUpdatable(
    'update-is-complete',
    'UPD-07',
    'Unless the status is 202, the change is visible when the response comes',
    async (kit, it) => {
      const { sent, response, ...made } = await update(kit, it);
      if (response.status === 202) return;
      if (response.status >= 300) undecided(`The update returned ${response.status}.`);
      expectAttributes(await again(kit, made), sent.attributes);
    },
  ),
  eachUpdatable(
    'update-others-stay',
    'UPD-02',
    'Attributes that an update does not name keep their values',
    async (kit, it) => {
      const { sent, resource, ...made } = await succeed(kit, it);
      const before = it.sample.create?.attributes ?? {};
      const kept = Object.keys(before).filter((name) => !Object.hasOwn(sent.attributes ?? {}, name));
      if (kept.length === 0) undecided('The update of the samples names all attributes of the create.');
      const found = await again(kit, { ...made, resource });
      expectAttributes(found, Object.fromEntries(kept.map((name) => [name, resource.attributes?.[name]])));
    },
  ),
  eachUpdatable(
    'update-one-attribute',
    'UPD-02',
    'An update of one attribute changes no other one that the client can set',
    async (kit, it) => {
      const made = await create(kit, it);
      const [first] = Object.entries(kit.fill(it.sample.update?.attributes ?? {}));
      if (first === undefined) undecided('The update of the samples has no attributes.');
      const { status } = await patch(kit, made, { attributes: Object.fromEntries([first]) });
      if (status !== 200 && status !== 204) undecided(`The update returned ${status}.`);
      const names = Object.keys(it.sample.create?.attributes ?? {}).filter((name) => name !== first[0]);
      expectAttributes(
        await again(kit, made),
        Object.fromEntries(names.map((name) => [name, made.resource.attributes?.[name]])),
      );
    },
  ),
  eachUpdatable(
    'update-relationships-stay',
    'UPD-02',
    'Relationships that an update does not name stay',
    async (kit, it) => {
      const names = Object.keys(it.sample.create?.relationships ?? {}).filter(
        (name) => !Object.hasOwn(it.sample.update?.relationships ?? {}, name),
      );
      const [name] = names;
      const facts = it.relationships.find((each) => each.name === name);
      if (facts === undefined) undecided('The create of the samples has no relationship that the update leaves out.');
      const made = await succeed(kit, it);
      const wanted = it.sample.create?.relationships?.[facts.name] as Json;
      const found = await linkageAt(kit, relationshipUrl(facts, made.resource));
      expectThat(isSameSet(found, wanted?.data), show(wanted?.data), () => `it is ${show(found)}`);
    },
  ),
  eachUpdatable(
    'update-nothing',
    'UPD-02 UPD-08',
    'An update without attributes and relationships changes nothing',
    async (kit, it) => {
      const made = await create(kit, it);
      expectStatus(await patch(kit, made, {}), ...SUCCESS);
      const names = Object.keys(it.sample.create?.attributes ?? {});
      expectAttributes(
        await again(kit, made),
        Object.fromEntries(names.map((name) => [name, made.resource.attributes?.[name]])),
      );
    },
  ),
  eachUpdatable('update-response', 'UPD-08 UPD-05', 'A 200 has a document, a 204 has no body', async (kit, it) => {
    const { response } = await succeed(kit, it);
    if (response.status === 204) return expectNoBody(response);
    const document = documentOf(response);
    expectThat(document.data !== undefined || document.meta !== undefined, '`data` or `meta`', () => show(document));
  }),
  eachUpdatable(
    'update-response-current',
    'UPD-05',
    'A 200 with data shows the resource as GET does',
    async (kit, it) => {
      const { response, ...made } = await succeed(kit, it);
      if (response.document?.data === undefined) undecided('The response has no data.');
      const found = await again(kit, made);
      expectThat(isSame(response.document.data.attributes, found?.attributes), show(found?.attributes), () =>
        show(response.document.data.attributes),
      );
    },
  ),
  eachUpdatable(
    'update-tells-more',
    'UPD-05 UPD-08',
    'If more changed than the update named, the response is 200 with the resource',
    async (kit, it) => {
      const { response, resource, sent, ...made } = await succeed(kit, it);
      const after = await again(kit, { ...made, resource });
      const named = Object.keys(sent.attributes ?? {});
      const more = Object.keys(after?.attributes ?? {}).filter(
        (name) => !named.includes(name) && !isSame(after.attributes[name], resource.attributes?.[name]),
      );
      if (more.length === 0) return;
      expectStatus(response, 200);
      expectThat(
        response.document?.data !== undefined,
        '`data` in the response',
        () => `${more.join(', ')} changed as well`,
      );
    },
  ),
];
