import { urlOfId } from '../../facts/urls.ts';
import { create } from '../../run/fixtures.ts';
import { absent, undecided } from '../../run/verdict.ts';
import { updateOf } from '../../samples/samples.ts';
import { type Case, checksOf, eachUpdatable } from '../case.ts';
import { expectExplained, expectStatus } from '../expectations.ts';
import { needsVersion11 } from '../version.ts';
import { expectUnchanged, patch, SUCCESS, succeed } from './updating.ts';

const check = checksOf({
  'override-patch': 'REC-07 recommended: POST with `X-HTTP-Method-Override: PATCH` is an update',
  'override-only-post': 'REC-07 recommended: `X-HTTP-Method-Override` does not change a GET',
  'update-at-members': 'NAM-09 NAM-10: At-members in an update are ignored',
  'update-unknown-members': 'DOC-05: Members of an update that the specification does not define are ignored',
  'update-missing': 'UPD-10 STA-03: An update of a resource that does not exist gets 404',
  'update-other-id': 'UPD-12 STA-05: An update with another `id` than the URL gets 409',
  'update-other-type': 'UPD-12 STA-05: An update with another `type` than the URL gets 409',
  'update-conflict-no-trace': 'UPD-12 CRE-04: An update that is rejected with 409 changes nothing',
  'update-conflict-detail': 'UPD-14 should: The 409 of an update says what conflicts',
  'update-head-etag': 'GEN-05: An update with an old ETag in `If-Match` gets 412',
});

/** Members that updates ignore, and updates that the server must reject. */
export const updateConflictCases: readonly Case[] = [
  check(eachUpdatable, 'update-at-members', async (tester, it) => {
    needsVersion11(tester);
    const made = await succeed(tester, it);
    const { attributes, ...rest } = tester.fill(updateOf(it));
    const answer = await patch(tester, made, { ...rest, '@a': 1, attributes: { ...attributes, '@b': 2 } });
    needsVersion11(tester, answer);
    expectStatus(answer, ...SUCCESS);
  }),
  check(eachUpdatable, 'update-unknown-members', async (tester, it) => {
    const made = await succeed(tester, it);
    expectStatus(await patch(tester, made, { ...tester.fill(updateOf(it)), conformance: {} }), ...SUCCESS);
  }),
  check(eachUpdatable, 'update-missing', async (tester, it) => {
    const id = tester.unknownId(it.found.at(0)?.id);
    const body = { data: { type: it.name, id, ...tester.fill(updateOf(it)) } };
    await succeed(tester, it);
    expectStatus(await tester.send('PATCH', urlOfId(it, id), { body }), 404);
  }),
  check(eachUpdatable, 'update-other-id', async (tester, it) => {
    const [made, other] = [await succeed(tester, it), await create(tester, it)];
    const body = { data: { type: it.name, id: other.id, ...tester.fill(updateOf(it)) } };
    expectStatus(await tester.send('PATCH', made.url, { body }), 409);
  }),
  check(eachUpdatable, 'update-other-type', async (tester, it) =>
    expectStatus(await patch(tester, await succeed(tester, it), { type: 'conformanceUnknown' }), 409),
  ),
  check(eachUpdatable, 'update-conflict-no-trace', async (tester, it) => {
    const made = await create(tester, it);
    const { status } = await patch(tester, made, { ...tester.fill(updateOf(it)), type: 'conformanceUnknown' });
    if (status < 400) undecided(`The update succeeded with ${status}.`);
    await expectUnchanged(tester, made, Object.keys(updateOf(it).attributes ?? {}));
  }),
  check(eachUpdatable, 'update-conflict-detail', async (tester, it) => {
    expectExplained(await patch(tester, await create(tester, it), { type: 'conformanceUnknown' }));
  }),
  check(eachUpdatable, 'update-head-etag', async (tester, it) => {
    const made = await create(tester, it);
    const { etag } = (await tester.fetchDocument(made.url)).headers;
    if (etag === undefined) undecided('The server sends no ETag.');
    const body = { data: { type: it.name, id: made.id, ...tester.fill(updateOf(it)) } };
    const answer = await tester.send('PATCH', made.url, { body, headers: { 'if-match': '"conformance-old"' } });
    if (answer.status !== 412) undecided(`The server does not apply \`If-Match\` (${answer.status}).`);
    expectStatus(answer, 412);
  }),
];

/** `X-HTTP-Method-Override` of the recommendations. */
export const overrideCases: readonly Case[] = [
  check(eachUpdatable, 'override-patch', async (tester, it) => {
    if (tester.world.samples.supports?.methodOverride !== true)
      absent('The samples do not say that the server supports it.');
    const { url, id } = await create(tester, it);
    const body = { data: { type: it.name, id, ...tester.fill(updateOf(it)) } };
    expectStatus(
      await tester.send('POST', url, { body, headers: { 'x-http-method-override': 'PATCH' } }),
      200,
      202,
      204,
    );
  }),
  check(eachUpdatable, 'override-only-post', async (tester, it) => {
    const { url } = await create(tester, it);
    expectStatus(await tester.get(url, { 'x-http-method-override': 'PATCH' }), 200, 400);
  }),
];
