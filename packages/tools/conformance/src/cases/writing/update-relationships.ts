import type { RelationshipFacts } from '../../facts/type-facts.ts';
import { isSame, isSameSet, type Json, listOf, show } from '../../json.ts';
import { type Created, create, linkageOf, missingRelative, relatives } from '../../run/fixtures.ts';
import type { Tester } from '../../run/tester.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import { updateOf } from '../../samples/samples.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, checksOf, eachCreatable, eachToMany, eachToOne } from '../case.ts';
import { expectStatus, expectSuccess, rejectionText } from '../expectations.ts';
import { again, expectUnchanged, patch, SUCCESS } from './updating.ts';

/** Sends an update of a new resource that sets one relationship. */
async function set(
  tester: Tester,
  it: RelationshipFacts,
  made: Created,
  data: Json,
  attributes?: Json,
): Promise<Answer> {
  const relationships = { [it.name]: { data } };
  return patch(tester, made, attributes === undefined ? { relationships } : { attributes, relationships });
}

/** Expects that an update replaces the linkage. Returns false if the server rejects it with 403. */
async function replaces(tester: Tester, it: RelationshipFacts, made: Created, wanted: Json): Promise<boolean> {
  const answer = await set(tester, it, made, wanted);
  if (answer.status === 403) return false;
  if (answer.status === 202) undecided('The server makes the change later (202).');
  expectSuccess(answer, ...SUCCESS);
  const found = await linkageOf(tester, it, made);
  // Null and an empty array have the same members, but are different linkage.
  const isEqual = listOf(wanted).length === 0 ? isSame(found, wanted) : isSameSet(found, wanted);
  if (!isEqual) fail(`the linkage ${show(wanted)}`, `the linkage is ${show(found)}`);
  return true;
}

/** Ends a case as undecided unless an update with a related resource that exists succeeds. */
async function expectSettable(tester: Tester, it: RelationshipFacts, made: Created): Promise<void> {
  const [relative] = await relatives(tester, it, 1);
  const answer = await set(tester, it, made, it.to === 'many' ? [relative] : relative);
  if (answer.status >= 300) undecided(`The server rejects "${it.name}" in updates: ${rejectionText(answer)}.`);
}

/** Expects that an update whose linkage must fail does not change attributes. */
async function changesNothing(tester: Tester, it: RelationshipFacts, data: Json): Promise<void> {
  const made = await create(tester, it.type);
  const attributes = tester.fill(updateOf(it.type).attributes ?? undecided('The samples have no update.'));
  const { status } = await set(tester, it, made, data, attributes);
  if (status < 400) undecided(`The update succeeded with ${status}.`);
  await expectUnchanged(tester, made, Object.keys(attributes));
}

const check = checksOf({
  'update-to-one': 'UPD-03: An update of a resource can replace a to-one relationship',
  'update-to-one-null': 'UPD-03: An update of a resource with null clears a to-one relationship',
  'update-to-many':
    'UPD-03 UPD-04: An update of a resource replaces all members of a to-many relationship, or gets 403',
  'update-to-many-empty': 'UPD-03: An update of a resource with [] empties a to-many relationship, or gets 403',
  'update-missing-to-one': 'UPD-11 STA-03: An update that names a related resource that does not exist gets 404',
  'update-missing-to-many': 'UPD-11 STA-03: An update with an unknown member of a to-many relationship gets 404 or 403',
  'update-all-or-nothing':
    'CRE-04 UPD-11 UPD-04: If a relationship of an update fails, its attributes stay as they were',
  'update-all-or-nothing-to-many':
    'UPD-04 CRE-04 UPD-09: If a to-many relationship of an update is rejected, its attributes stay',
  'update-null-attribute': 'UPD-16: Null sets an attribute to null, or is rejected; it is never ignored',
});

/** Updates of resources that set relationships. */
export const updateRelationshipCases: readonly Case[] = [
  check(eachToOne, 'update-to-one', async (tester, it) => {
    const made = await create(tester, it.type);
    const [relative] = await relatives(tester, it, 1);
    if (!(await replaces(tester, it, made, relative))) undecided('The server rejects it with 403.');
  }),
  check(eachToOne, 'update-to-one-null', async (tester, it) => {
    if (it.sample?.nullable === false) absent('The samples say that the relationship cannot be null.');
    if (!(await replaces(tester, it, await create(tester, it.type), null)))
      undecided('The server rejects it with 403.');
  }),
  check(eachToMany, 'update-to-many', async (tester, it) => {
    const made = await create(tester, it.type);
    const members = await relatives(tester, it, 2);
    if (await replaces(tester, it, made, members)) await replaces(tester, it, made, members.slice(1));
  }),
  check(eachToMany, 'update-to-many-empty', async (tester, it) => {
    if (it.sample?.nullable === false) absent('The samples say that the relationship cannot be empty.');
    const made = await create(tester, it.type);
    if (await replaces(tester, it, made, await relatives(tester, it, 1))) await replaces(tester, it, made, []);
  }),
  check(eachToOne, 'update-missing-to-one', async (tester, it) => {
    const made = await create(tester, it.type);
    await expectSettable(tester, it, made);
    expectStatus(await set(tester, it, made, missingRelative(tester, it)), 404);
  }),
  check(eachToMany, 'update-missing-to-many', async (tester, it) => {
    const made = await create(tester, it.type);
    await expectSettable(tester, it, made);
    expectStatus(await set(tester, it, made, [missingRelative(tester, it)]), 404, 403);
  }),
  check(eachToOne, 'update-all-or-nothing', (tester, it) => changesNothing(tester, it, missingRelative(tester, it))),
  check(eachToMany, 'update-all-or-nothing-to-many', (tester, it) =>
    changesNothing(tester, it, [missingRelative(tester, it)]),
  ),
  check(eachCreatable, 'update-null-attribute', async (tester, it) => {
    const made = await create(tester, it);
    const name =
      Object.keys(it.sample.create?.attributes ?? {}).at(0) ??
      undecided('The create of the samples has no attributes.');
    const { status } = await patch(tester, made, { attributes: { [name]: null } });
    if (status >= 400) return;
    if (status === 202) undecided('The server makes the change later (202).');
    const value = (await again(tester, made))?.attributes?.[name];
    if (value !== null && value !== undefined) fail(`null in "${name}"`, `"${name}" is ${show(value)}`);
  }),
];
