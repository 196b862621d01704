import { relatedUrl } from '../../facts/urls.ts';
import { identityOf, isSame, show } from '../../json.ts';
import { linkageAt, missingRelative, otherType, relatives } from '../../run/fixtures.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import { type Case, checksOf, eachReadOnly, eachToOne } from '../case.ts';
import {
  documentOf,
  expectForm,
  expectPointersResolve,
  expectRejected,
  expectStatus,
  expectUnlessForbidden,
  rejectionText,
} from '../expectations.ts';
import { accepted, type BadLinkage, expectLinkage, harmlessId, place, replaced } from './relationship-place.ts';
import { SUCCESS } from './updating.ts';

/** A number that no resource has as its id, but that a lenient server could take for one. */
const UNKNOWN_NUMBER = 2_147_480_004;

const check = checksOf({
  'to-one-replace': 'RUP-01: PATCH with an identifier replaces a to-one relationship',
  'to-one-clear': 'RUP-01: PATCH with null clears a to-one relationship',
  'to-one-empty-related': 'REL-08 FET-10 FET-07: The related URL of a cleared to-one relationship returns 200 and null',
  'to-one-link-stays': 'REL-09: The related link stays the same when the relationship changes',
  'to-one-response': 'RUP-12 RUP-09: The response is 200 with a document or 204 without a body',
  'to-one-is-complete': 'RUP-11: Unless the status is 202, the change is visible when the response comes',
  'to-one-missing': 'UPD-11 RUP-01 should: PATCH with an identifier of a resource that does not exist fails',
  'to-one-other-type': 'RUP-01 should: PATCH of a to-one relationship with an identifier of another type is rejected',
  'relationship-rejected': 'RUP-13 UPD-09: A change of a relationship that the server rejects by choice gets 403',
  'to-one-no-data': 'RUP-01 should: PATCH of a to-one relationship without `data` is rejected',
});

const repeated = {
  'to-one-body-{name}': 'RUP-01 RID-01 RID-02 should: PATCH of a to-one relationship with {what} is rejected',
  'to-one-pointer-{name}': 'ERR-15: Pointers of errors about {what} in a to-one relationship lead into the request',
} as const;

/** Updates of to-one relationships. */
export const toOneCases: readonly Case[] = [
  check(eachToOne, 'to-one-replace', async (tester, it) => {
    const { at, relative, answer } = await replaced(tester, it);
    expectStatus(answer, ...SUCCESS);
    await expectLinkage(tester, at, relative);
  }),
  check(eachToOne, 'to-one-clear', async (tester, it) => {
    if (it.sample?.nullable === false) absent('The samples say that the relationship cannot be null.');
    const { at } = await place(tester, it);
    expectStatus(accepted(await tester.send('PATCH', at, { body: { data: null } })), ...SUCCESS);
    await expectLinkage(tester, at, null);
  }),
  check(eachToOne, 'to-one-empty-related', async (tester, it) => {
    if (it.sample?.nullable === false) absent('The samples say that the relationship cannot be null.');
    const { at, resource } = await place(tester, it);
    accepted(await tester.send('PATCH', at, { body: { data: null } }));
    const answer = expectUnlessForbidden(await tester.get(relatedUrl(it, resource)), 200);
    if (documentOf(answer).data !== null) fail('null in `data`', `\`data\` is ${show(answer.document.data)}`);
  }),
  check(eachToOne, 'to-one-link-stays', async (tester, it) => {
    const { resource, url } = await replaced(tester, it);
    const links = (document: typeof resource) => document?.relationships?.[it.name]?.links?.related;
    const after = (await tester.fetchDocument(url)).document.data;
    if (links(resource) === undefined) undecided('The relationship has no related link.');
    if (!isSame(links(resource), links(after)))
      fail(`the related link ${show(links(resource))}`, `the link is ${show(links(after))}`);
  }),
  check(eachToOne, 'to-one-response', async (tester, it) => expectForm((await replaced(tester, it)).answer)),
  check(eachToOne, 'to-one-is-complete', async (tester, it) => {
    const { at, relative } = await replaced(tester, it);
    await expectLinkage(tester, at, relative);
  }),
  check(eachToOne, 'to-one-missing', async (tester, it) => {
    const { at } = await replaced(tester, it);
    const answer = await tester.send('PATCH', at, { body: { data: missingRelative(tester, it) } });
    const isRejected = answer.status >= 400 && answer.status < 500;
    if (!isRejected) fail('an error of the client (4xx)', `the status is ${answer.status}`);
  }),
  ...(['POST', 'DELETE'] as const).map((method) =>
    eachToOne(
      `to-one-${method.toLowerCase()}`,
      'RUP-13 STA-02 UPD-09',
      `${method} on a to-one relationship gets 403 or 405`,
      async (tester, it) => {
        const { at } = await place(tester, it);
        const [relative] = await relatives(tester, it, 1);
        if (method === 'DELETE') accepted(await tester.send('PATCH', at, { body: { data: relative } }));
        const before = await linkageAt(tester, at);
        // Only then does a method that the server supports change something, and nothing but what the tests may change.
        const isReady = (identityOf(before) === identityOf(relative)) === (method === 'DELETE');
        if (!isReady) undecided('The linkage is not the one that the request needs.');
        const answer = await tester.send(method, at, { body: { data: [relative] } });
        const { status } = answer;
        if (status === 403 || status === 405) return;
        // Routers say 404 or 501 for a method that they do not know, and the text allows other statuses.
        if ((status >= 400 && status < 500) || status === 501) undecided(`${rejectionText(answer)}.`);
        const isDone = status < 300 && !isSame(await linkageAt(tester, at), before);
        if (isDone) undecided(`The server supports ${method} here, which the specification does not define.`);
        expectStatus(answer, 403, 405);
      },
    ),
  ),
  ...(
    [
      ['array', 'an array', () => []],
      ['string', 'a string', (id) => id],
      ['number', 'a number', () => UNKNOWN_NUMBER],
      ['no-type', 'an identifier without `type`', (id) => ({ id })],
      ['no-id', 'an identifier without `id`', (_, type) => ({ type })],
    ] satisfies readonly BadLinkage[]
  ).flatMap(([name, what, make]: BadLinkage) => {
    const here = checksOf(repeated, { name, what });
    return [
      here(eachToOne, 'to-one-body-{name}', async (tester, it) => {
        const { at } = await replaced(tester, it);
        const data = make(await harmlessId(tester, it), it.targets.at(0) ?? 'x');
        expectRejected(await tester.send('PATCH', at, { body: { data } }), what);
      }),
      here(eachToOne, 'to-one-pointer-{name}', async (tester, it) => {
        const { at } = await place(tester, it);
        const data = make(await harmlessId(tester, it), it.targets.at(0) ?? 'x');
        expectPointersResolve(await tester.send('PATCH', at, { body: { data } }));
      }),
    ];
  }),
  check(eachToOne, 'to-one-other-type', async (tester, it) => {
    const { at } = await replaced(tester, it);
    const data = otherType(tester, it);
    const answer = await tester.send('PATCH', at, { body: { data } });
    if (answer.status !== 404) expectRejected(answer, `the type "${data.type}"`);
  }),
  check(eachReadOnly, 'relationship-rejected', async (tester, it) => {
    const { at } = await place(tester, it);
    expectStatus(await tester.send('PATCH', at, { body: { data: it.to === 'many' ? [] : null } }), 403, 405);
  }),
  check(eachToOne, 'to-one-no-data', async (tester, it) => {
    const { at } = await replaced(tester, it);
    expectRejected(await tester.send('PATCH', at, { body: { meta: {} } }), 'no `data`');
  }),
];
