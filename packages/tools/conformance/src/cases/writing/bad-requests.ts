import { show } from '../../json.ts';
import { create, createDocument, expectNothingNew, listAll } from '../../run/fixtures.ts';
import { undecided } from '../../run/verdict.ts';
import { updateOf } from '../../samples/samples.ts';
import { type Case, eachCreatable, eachUpdatable } from '../case.ts';
import {
  errorAnswer,
  errorsOf,
  expectPointersResolve,
  expectRefused,
  expectSource,
  expectStatus,
  expectThat,
  refusalText,
} from '../expectations.ts';
import { badResourceDocuments, notJson } from './bodies.ts';

/** Bodies that are not JSON, and documents that are not those of a resource. */
export const badRequestCases: readonly Case[] = [
  ...notJson.flatMap(([name, what, body]) => [
    eachCreatable(
      `create-not-json-${name}`,
      'GEN-01 STA-01',
      `A create request with ${what} gets 400`,
      async (kit, it) => expectStatus(await kit.send('POST', it.collection, { body }), 400),
      'should',
    ),
    eachCreatable(
      `create-not-json-source-${name}`,
      'ERR-19',
      `The error of a body with ${what} has no pointer`,
      async (kit, it) => {
        const answer = await kit.send('POST', it.collection, { body });
        const source = errorsOf(errorAnswer(answer)).find((error) => error?.source?.pointer !== undefined)?.source;
        expectThat(
          source === undefined,
          'errors without `source.pointer`',
          () => `an error has the source ${show(source)}`,
        );
      },
      'should',
    ),
  ]),
  ...badResourceDocuments.flatMap(({ name, what, make, pointer }) => [
    eachCreatable(
      `create-body-${name}`,
      'CRE-01',
      `A create request with ${what} is refused`,
      async (kit, it) =>
        expectRefused(await kit.send('POST', it.collection, { body: make(createDocument(kit, it)) }), what),
      'should',
    ),
    eachUpdatable(
      `update-body-${name}`,
      'UPD-01',
      `An update with ${what} is refused`,
      async (kit, it) => {
        const { id, url } = await create(kit, it);
        const body = make({ data: { type: it.name, id, ...kit.fill(updateOf(it)) } });
        expectRefused(await kit.send('PATCH', url, { body }), what);
      },
      'should',
    ),
    ...(pointer === undefined
      ? []
      : [
          eachCreatable(
            `create-pointer-${name}`,
            'ERR-15 ERR-24',
            `Pointers of errors about ${what} lead into the request`,
            async (kit, it) =>
              expectPointersResolve(await kit.send('POST', it.collection, { body: make(createDocument(kit, it)) })),
          ),
          eachCreatable(
            `create-pointer-value-${name}`,
            'ERR-20 ERR-24',
            `The error about ${what} points to "${pointer}"`,
            async (kit, it) =>
              expectSource(
                await kit.send('POST', it.collection, { body: make(createDocument(kit, it)) }),
                'pointer',
                pointer,
              ),
            'recommended',
          ),
        ]),
  ]),
  eachCreatable(
    'create-no-body',
    'CRE-01',
    'A create request without a body is refused',
    async (kit, it) => expectRefused(await kit.send('POST', it.collection), 'no body'),
    'should',
  ),
  eachCreatable('create-refused-no-trace', 'CRE-04', 'A refused create request creates nothing', async (kit, it) => {
    const before = await listAll(kit, it);
    const answer = await kit.send('POST', it.collection, { body: { data: [createDocument(kit, it).data] } });
    if (answer.status < 400) undecided(`The server accepted the request (${answer.status}).`);
    await expectNothingNew(kit, it, before, answer);
  }),
  eachUpdatable(
    'update-not-json',
    'GEN-01 STA-01',
    'An update that is not JSON gets 400',
    async (kit, it) => {
      const answer = await kit.send('PATCH', (await create(kit, it)).url, { body: '{' });
      if (answer.status === 403 || answer.status === 405) undecided(`${refusalText(answer)}.`);
      expectStatus(answer, 400);
    },
    'should',
  ),
  eachUpdatable(
    'update-without-id',
    'UPD-01',
    'An update without `id` is refused',
    async (kit, it) => {
      const { url } = await create(kit, it);
      const body = { data: { type: it.name, ...kit.fill(updateOf(it)) } };
      expectRefused(await kit.send('PATCH', url, { body }), 'no id');
    },
    'should',
  ),
  eachUpdatable(
    'update-numeric-id',
    'RES-03',
    'An update whose `id` is a number is refused',
    async (kit, it) => {
      const { url, id } = await create(kit, it);
      if (!Number.isSafeInteger(Number(id)) || String(Number(id)) !== id) undecided('The ids are not numbers.');
      const body = { data: { type: it.name, id: Number(id), ...kit.fill(updateOf(it)) } };
      expectRefused(await kit.send('PATCH', url, { body }), 'a number as `id`');
    },
    'should',
  ),
];
