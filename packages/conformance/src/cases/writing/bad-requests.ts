import { show } from '../../json.ts';
import { allIds, create, createDocument } from '../../run/fixtures.ts';
import { undecided } from '../../run/verdict.ts';
import { type Case, eachCreatable, eachUpdatable } from '../case.ts';
import { errorsOf, expectPointersResolve, expectSource, expectStatus, expectThat } from '../expectations.ts';
import { badResourceDocuments, notJson } from './bodies.ts';

const is4xx = (status: number, request: string): void =>
  expectThat(status >= 400 && status < 500, `a 4xx status for ${request}`, () => `the status is ${status}`);

/** Bodies that are not JSON, and documents that are not those of a resource. */
export const badRequestCases: readonly Case[] = [
  ...notJson.flatMap(([name, what, body]) => [
    eachCreatable(
      `create-not-json-${name}`,
      'GEN-01 STA-01',
      `A create request with ${what} gets 400`,
      async (kit, it) => expectStatus(await kit.send('POST', it.collection, { body }), 400),
    ),
    eachCreatable(
      `create-not-json-source-${name}`,
      'ERR-19',
      `The error of a body with ${what} has no pointer`,
      async (kit, it) => {
        const answer = await kit.send('POST', it.collection, { body });
        if (answer.status < 400 || answer.body === '')
          undecided(`The response has status ${answer.status} and no document.`);
        const source = errorsOf(answer).find((error) => error?.source?.pointer !== undefined)?.source;
        expectThat(source === undefined, 'no pointer', () => `it is ${show(source)}`);
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
        is4xx((await kit.send('POST', it.collection, { body: make(createDocument(kit, it)) })).status, what),
      'should',
    ),
    eachUpdatable(
      `update-body-${name}`,
      'UPD-01',
      `An update with ${what} is refused`,
      async (kit, it) => {
        const { id, url } = await create(kit, it);
        const body = make({ data: { type: it.name, id, ...kit.fill(it.sample.update ?? {}) } });
        is4xx((await kit.send('PATCH', url, { body })).status, what);
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
  eachCreatable('create-no-body', 'CRE-01', 'A create request without a body is refused', async (kit, it) =>
    is4xx((await kit.send('POST', it.collection)).status, 'no body'),
  ),
  eachCreatable('create-refused-no-trace', 'CRE-04', 'A refused create request creates nothing', async (kit, it) => {
    const before = await allIds(kit, it);
    const { status } = await kit.send('POST', it.collection, { body: { data: [createDocument(kit, it).data] } });
    if (status < 400) undecided(`The server accepted the request (${status}).`);
    const after = await allIds(kit, it);
    expectThat(before === after, 'the collection as it was', () => 'it differs');
  }),
  eachUpdatable('update-not-json', 'GEN-01 STA-01', 'An update that is not JSON gets 400', async (kit, it) =>
    expectStatus(await kit.send('PATCH', (await create(kit, it)).url, { body: '{' }), 400),
  ),
  eachUpdatable('update-without-id', 'UPD-01', 'An update without `id` is refused', async (kit, it) => {
    const { url } = await create(kit, it);
    is4xx(
      (await kit.send('PATCH', url, { body: { data: { type: it.name, ...kit.fill(it.sample.update ?? {}) } } })).status,
      'no id',
    );
  }),
];
