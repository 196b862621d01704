import { isSame, show } from '../../json.ts';
import { missingRelative, relatives } from '../../run/fixtures.ts';
import { undecided } from '../../run/verdict.ts';
import { type Case, eachToOne } from '../case.ts';
import { documentOf, expectPointersResolve, expectStatus, expectThat } from '../expectations.ts';
import {
  type BadLinkage,
  expectForm,
  expectLinkage,
  harmlessId,
  place,
  SUCCESS,
  skip403,
} from './relationship-place.ts';

/** A number that no resource has as its id, but that a lenient server could take for one. */
const UNKNOWN_NUMBER = 2_147_480_004;

/** Updates of to-one relationships. */
export const toOneCases: readonly Case[] = [
  eachToOne('to-one-replace', 'RUP-01', 'PATCH with an identifier replaces a to-one relationship', async (kit, it) => {
    const { at } = await place(kit, it);
    const [relative] = await relatives(kit, it, 1);
    expectStatus(await skip403(await kit.send('PATCH', at, { body: { data: relative } })), ...SUCCESS);
    await expectLinkage(kit, at, relative);
  }),
  eachToOne('to-one-clear', 'RUP-01', 'PATCH with null clears a to-one relationship', async (kit, it) => {
    if (it.sample?.nullable === false) undecided('The samples say that the relationship cannot be null.');
    const { at } = await place(kit, it);
    expectStatus(await skip403(await kit.send('PATCH', at, { body: { data: null } })), ...SUCCESS);
    await expectLinkage(kit, at, null);
  }),
  eachToOne(
    'to-one-empty-related',
    'REL-08 FET-10 FET-07',
    'The related URL of a cleared to-one relationship returns 200 and null',
    async (kit, it) => {
      if (it.sample?.nullable === false) undecided('The samples say that the relationship cannot be null.');
      const { at, resource } = await place(kit, it);
      await skip403(await kit.send('PATCH', at, { body: { data: null } }));
      const url = at.replace(/\/relationships\/([^/]+)$/, '/$1');
      const answer = await kit.get(url);
      expectStatus(answer, 200);
      expectThat(
        documentOf(answer).data === null,
        'null',
        () => `it is ${show(answer.document.data)} (${show(resource.id)})`,
      );
    },
  ),
  eachToOne(
    'to-one-link-stays',
    'REL-09',
    'The related link stays the same when the relationship changes',
    async (kit, it) => {
      const { at, resource, url } = await place(kit, it);
      const [relative] = await relatives(kit, it, 1);
      await skip403(await kit.send('PATCH', at, { body: { data: relative } }));
      const links = (document: typeof resource) => document?.relationships?.[it.name]?.links?.related;
      const after = (await kit.fetchDocument(url)).document.data;
      if (links(resource) === undefined) undecided('The relationship has no related link.');
      expectThat(isSame(links(resource), links(after)), show(links(resource)), () => `it is ${show(links(after))}`);
    },
  ),
  eachToOne(
    'to-one-response',
    'RUP-12 RUP-09',
    'The response is 200 with a document or 204 without a body',
    async (kit, it) => {
      const { at } = await place(kit, it);
      const [relative] = await relatives(kit, it, 1);
      expectForm(await skip403(await kit.send('PATCH', at, { body: { data: relative } })));
    },
  ),
  eachToOne(
    'to-one-is-complete',
    'RUP-11',
    'Unless the status is 202, the change is visible when the response comes',
    async (kit, it) => {
      const { at } = await place(kit, it);
      const [relative] = await relatives(kit, it, 1);
      const answer = await skip403(await kit.send('PATCH', at, { body: { data: relative } }));
      if (answer.status !== 202) await expectLinkage(kit, at, relative);
    },
  ),
  eachToOne(
    'to-one-missing',
    'UPD-11 RUP-01',
    'PATCH with an identifier of a resource that does not exist fails',
    async (kit, it) => {
      const { at } = await place(kit, it);
      expectStatus(await kit.send('PATCH', at, { body: { data: missingRelative(kit, it) } }), 404, 403, 409, 422);
    },
    'should',
  ),
  ...(['POST', 'DELETE'] as const).map((method) =>
    eachToOne(
      `to-one-${method.toLowerCase()}`,
      'RUP-13 STA-02 UPD-09',
      `${method} on a to-one relationship gets 403 or 405`,
      async (kit, it) => {
        const { at } = await place(kit, it);
        const [relative] = await relatives(kit, it, 1);
        expectStatus(await kit.send(method, at, { body: { data: [relative] } }), 403, 405);
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
  ).flatMap(([name, what, make]: BadLinkage) => [
    eachToOne(
      `to-one-body-${name}`,
      'RUP-01 RID-01 RID-02',
      `PATCH of a to-one relationship with ${what} is refused`,
      async (kit, it) => {
        const { at } = await place(kit, it);
        const data = make(await harmlessId(kit, it), it.targets.at(0) ?? 'x');
        const { status } = await kit.send('PATCH', at, { body: { data } });
        expectThat(status >= 400 && status < 500, 'a 4xx status', () => `it is ${status}`);
      },
      'should',
    ),
    eachToOne(
      `to-one-pointer-${name}`,
      'ERR-15',
      `Pointers of errors about ${what} in a to-one relationship lead into the request`,
      async (kit, it) => {
        const { at } = await place(kit, it);
        const data = make(await harmlessId(kit, it), it.targets.at(0) ?? 'x');
        expectPointersResolve(await kit.send('PATCH', at, { body: { data } }));
      },
    ),
  ]),
  eachToOne(
    'to-one-no-data',
    'RUP-01',
    'PATCH of a to-one relationship without `data` is refused',
    async (kit, it) => {
      const { status } = await kit.send('PATCH', (await place(kit, it)).at, { body: { meta: {} } });
      expectThat(status >= 400 && status < 500, 'a 4xx status', () => `it is ${status}`);
    },
    'should',
  ),
];
