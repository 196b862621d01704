import { show } from '../../json.ts';
import { create, createDocument, expectNothingNew, listAll } from '../../run/fixtures.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { updateOf } from '../../samples/samples.ts';
import { type Case, checksOf, eachCreatable, eachUpdatable } from '../case.ts';
import {
  errorAnswer,
  errorsOf,
  expectPointersResolve,
  expectRejected,
  expectSource,
  expectStatus,
  rejectionText,
} from '../expectations.ts';
import { badResourceDocuments, notJson } from './bodies.ts';

const check = checksOf({
  'create-no-body': 'CRE-01 should: A create request without a body is rejected',
  'create-rejected-no-trace': 'CRE-04: A rejected create request creates nothing',
  'update-not-json': 'STA-01 GEN-01 should: An update that is not JSON gets 400',
  'update-without-id': 'UPD-01 should: An update without `id` is rejected',
  'update-numeric-id': 'RES-03 should: An update whose `id` is a number is rejected',
});

const notJsonChecks = {
  'create-not-json-{name}': 'STA-01 GEN-01 should: A create request with {what} gets 400',
  'create-not-json-source-{name}': 'ERR-19 should: The error of a body with {what} has no pointer',
} as const;

const documentChecks = {
  'create-body-{name}': 'CRE-01 should: A create request with {what} is rejected',
  'update-body-{name}': 'UPD-01 should: An update with {what} is rejected',
  'create-pointer-{name}': 'ERR-15 ERR-24: Pointers of errors about {what} lead into the request',
  'create-pointer-value-{name}': 'ERR-20 ERR-24 recommended: The error about {what} points to "{pointer}"',
} as const;

/** Bodies that are not JSON, and documents that are not those of a resource. */
export const badRequestCases: readonly Case[] = [
  ...notJson.flatMap(([name, what, body]) => {
    const here = checksOf(notJsonChecks, { name, what });
    return [
      here(eachCreatable, 'create-not-json-{name}', async (tester, it) =>
        expectStatus(await tester.send('POST', it.collection, { body }), 400),
      ),
      here(eachCreatable, 'create-not-json-source-{name}', async (tester, it) => {
        const answer = await tester.send('POST', it.collection, { body });
        const source = errorsOf(errorAnswer(answer)).find((error) => error?.source?.pointer !== undefined)?.source;
        if (source !== undefined) fail('errors without `source.pointer`', `an error has the source ${show(source)}`);
      }),
    ];
  }),
  ...badResourceDocuments.flatMap(([name, what, make, pointer]) => {
    const here = checksOf(documentChecks, { name, what, pointer });
    return [
      here(eachCreatable, 'create-body-{name}', async (tester, it) =>
        expectRejected(await tester.send('POST', it.collection, { body: make(createDocument(tester, it)) }), what),
      ),
      here(eachUpdatable, 'update-body-{name}', async (tester, it) => {
        const { id, url } = await create(tester, it);
        const body = make({ data: { type: it.name, id, ...tester.fill(updateOf(it)) } });
        expectRejected(await tester.send('PATCH', url, { body }), what);
      }),
      ...(pointer === undefined
        ? []
        : [
            here(eachCreatable, 'create-pointer-{name}', async (tester, it) =>
              expectPointersResolve(
                await tester.send('POST', it.collection, { body: make(createDocument(tester, it)) }),
              ),
            ),
            here(eachCreatable, 'create-pointer-value-{name}', async (tester, it) =>
              expectSource(
                await tester.send('POST', it.collection, { body: make(createDocument(tester, it)) }),
                'pointer',
                pointer,
              ),
            ),
          ]),
    ];
  }),
  check(eachCreatable, 'create-no-body', async (tester, it) =>
    expectRejected(await tester.send('POST', it.collection), 'no body'),
  ),
  check(eachCreatable, 'create-rejected-no-trace', async (tester, it) => {
    const before = await listAll(tester, it);
    const answer = await tester.send('POST', it.collection, { body: { data: [createDocument(tester, it).data] } });
    if (answer.status < 400) undecided(`The server accepted the request (${answer.status}).`);
    await expectNothingNew(tester, it, before, answer);
  }),
  check(eachUpdatable, 'update-not-json', async (tester, it) => {
    const answer = await tester.send('PATCH', (await create(tester, it)).url, { body: '{' });
    if (answer.status === 403 || answer.status === 405) undecided(`${rejectionText(answer)}.`);
    expectStatus(answer, 400);
  }),
  check(eachUpdatable, 'update-without-id', async (tester, it) => {
    const { url } = await create(tester, it);
    const body = { data: { type: it.name, ...tester.fill(updateOf(it)) } };
    expectRejected(await tester.send('PATCH', url, { body }), 'no id');
  }),
  check(eachUpdatable, 'update-numeric-id', async (tester, it) => {
    const { url, id } = await create(tester, it);
    if (!Number.isSafeInteger(Number(id)) || String(Number(id)) !== id) undecided('The ids are not numbers.');
    const body = { data: { type: it.name, id: Number(id), ...tester.fill(updateOf(it)) } };
    expectRejected(await tester.send('PATCH', url, { body }), 'a number as `id`');
  }),
];
