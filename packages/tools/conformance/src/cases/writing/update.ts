import { isSame, isSameSet, type Json, show } from '../../json.ts';
import { create, linkageOf } from '../../run/fixtures.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { updateOf } from '../../samples/samples.ts';
import { type Case, checksOf, eachRejecting, eachUpdatable } from '../case.ts';
import { expectForm, expectStatus, expectSuccess, rejectionText } from '../expectations.ts';
import { again, expectChanged, expectKept, patch, SUCCESS, succeed, update } from './updating.ts';

const check = checksOf({
  update: 'UPD-01: An update succeeds with 200, 202 or 204',
  'update-rejected': 'UPD-09: An update that the server rejects by choice gets 403',
  'update-stored': 'UPD-01 UPD-08: An update changes the attributes that it names',
  'update-is-complete': 'UPD-07: Unless the status is 202, the change is visible when the response comes',
  'update-others-stay': 'UPD-02: Attributes that an update does not name keep their values',
  'update-one-attribute': 'UPD-02: An update of one attribute changes no other one that the client can set',
  'update-relationships-stay': 'UPD-02: Relationships that an update does not name stay',
  'update-nothing': 'UPD-02 UPD-08: An update without attributes and relationships changes nothing',
  'update-response': 'UPD-08 UPD-05: A 200 has a document, a 204 has no body',
  'update-response-current': 'UPD-05 should: A 200 with data shows the resource as GET does',
  'update-tells-more': 'UPD-05 UPD-08: If more changed than the update named, the response is 200 with the resource',
});

/** Updates of resources. */
export const updateCases: readonly Case[] = [
  check(eachUpdatable, 'update', async (tester, it) => expectSuccess((await update(tester, it)).response, ...SUCCESS)),
  check(eachRejecting, 'update-rejected', async (tester, it) => {
    const made = await create(tester, it);
    const { attributes } = tester.fill(it.sample.create ?? {});
    expectStatus(await patch(tester, made, attributes === undefined ? {} : { attributes }), 403, 405);
  }),
  check(eachUpdatable, 'update-stored', async (tester, it) => {
    const { sent, ...made } = await succeed(tester, it);
    expectChanged(made.resource, await again(tester, made), sent.attributes);
  }),
  check(eachUpdatable, 'update-is-complete', async (tester, it) => {
    const { sent, response, ...made } = await update(tester, it);
    if (response.status === 202) return;
    if (response.status >= 300) undecided(`${rejectionText(response)}.`);
    expectChanged(made.resource, await again(tester, made), sent.attributes);
  }),
  check(eachUpdatable, 'update-others-stay', async (tester, it) => {
    const { sent, resource, ...made } = await succeed(tester, it);
    const before = it.sample.create?.attributes ?? {};
    const kept = Object.keys(before).filter((name) => !Object.hasOwn(sent.attributes ?? {}, name));
    if (kept.length === 0) undecided('The update of the samples names all attributes of the create.');
    expectKept(resource, await again(tester, { ...made, resource }), kept, made.response);
  }),
  check(eachUpdatable, 'update-one-attribute', async (tester, it) => {
    const made = await create(tester, it);
    const [first] = Object.entries(tester.fill(updateOf(it).attributes ?? {}));
    if (first === undefined) undecided('The update of the samples has no attributes.');
    const response = await patch(tester, made, { attributes: Object.fromEntries([first]) });
    if (response.status !== 200 && response.status !== 204) undecided(`${rejectionText(response)}.`);
    const names = Object.keys(it.sample.create?.attributes ?? {}).filter((name) => name !== first[0]);
    expectKept(made.resource, await again(tester, made), names, response);
  }),
  check(eachUpdatable, 'update-relationships-stay', async (tester, it) => {
    const names = Object.keys(it.sample.create?.relationships ?? {}).filter(
      (name) => !Object.hasOwn(updateOf(it).relationships ?? {}, name),
    );
    const [name] = names;
    const facts = it.relationships.find((each) => each.name === name);
    if (facts === undefined) undecided('The create of the samples has no relationship that the update leaves out.');
    const made = await create(tester, it);
    const before = await linkageOf(tester, facts, made);
    const response = await patch(tester, made, tester.fill(updateOf(it)));
    if (response.status !== 200 && response.status !== 204) undecided(`${rejectionText(response)}.`);
    const found = await linkageOf(tester, facts, made);
    if (!isSameSet(found, before))
      fail(`the linkage of "${name}" as it was: ${show(before)}`, `the linkage is ${show(found)}`);
  }),
  check(eachUpdatable, 'update-nothing', async (tester, it) => {
    const made = await create(tester, it);
    const response = await patch(tester, made, {});
    expectSuccess(response, ...SUCCESS);
    expectKept(made.resource, await again(tester, made), Object.keys(it.sample.create?.attributes ?? {}), response);
  }),
  check(eachUpdatable, 'update-response', async (tester, it) => {
    expectForm((await succeed(tester, it)).response);
  }),
  check(eachUpdatable, 'update-response-current', async (tester, it) => {
    const { response, ...made } = await succeed(tester, it);
    if (response.document?.data === undefined) undecided('The response has no data.');
    const found = await again(tester, made);
    const shown = response.document.data.attributes ?? {};
    const different = Object.keys(shown).filter(
      (name) => Object.hasOwn(found?.attributes ?? {}, name) && !isSame(shown[name], found.attributes[name]),
    );
    if (different.length > 0) fail(show(found?.attributes), `the response shows ${show(shown)}`);
  }),
  check(eachUpdatable, 'update-tells-more', async (tester, it) => {
    const made = await create(tester, it);
    const before = await again(tester, made);
    const sent = tester.fill(updateOf(it));
    const response = await patch(tester, made, sent);
    if (response.status !== 200 && response.status !== 204) undecided(`${rejectionText(response)}.`);
    const [after, later] = [await again(tester, made), await again(tester, made)];
    const named = Object.keys(sent.attributes ?? {});
    const changes = (left: Json, right: Json, name: string) =>
      !isSame(left?.attributes?.[name], right?.attributes?.[name]);
    // Some attributes change with each request, such as a number of reads.
    const more = Object.keys(after?.attributes ?? {}).filter(
      (name) =>
        !named.includes(name) &&
        changes(before, after, name) &&
        !changes(made.resource, before, name) &&
        !changes(after, later, name),
    );
    if (more.length === 0) return;
    expectStatus(response, 200);
    if (response.document?.data === undefined) fail('`data` in the response', `${more.join(', ')} changed as well`);
  }),
];
