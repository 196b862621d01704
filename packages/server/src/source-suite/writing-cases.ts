import type { SourceCall } from '../sources/port/data-source.ts';
import {
  type CaseOfFeature,
  expectEqual,
  expectTrue,
  idsOf,
  type SuiteFeature,
  type SuiteWorld,
} from './suite-case.ts';

const article = (id: string | undefined, attributes: object, relationships: object = {}) => ({
  data: { type: 'articles', ...(id === undefined ? {} : { id }), attributes, relationships },
});
const whole = { title: 'New', words: 5, open: true, labels: ['n', { deep: [1, null] }] };
const person = (id: string) => ({ data: { type: 'people', id } });
const tags = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'tags', id })) });

function writing(feature: SuiteFeature, name: string, run: (world: SuiteWorld) => Promise<void>): CaseOfFeature {
  return { feature, name, run };
}

async function tagsOf({ send }: SuiteWorld, id: string): Promise<readonly string[]> {
  return [...idsOf(await send(`GET /articles/${id}/relationships/tags`))].sort();
}

const creates: readonly CaseOfFeature[] = [
  writing('writes', 'a created resource is returned and read back', async ({ send }) => {
    const relationships = { author: person('2'), tags: tags('t3', 't1') };
    const created = await send('POST /articles', article('n', whole, relationships));
    expectEqual([created.status, created.document?.data?.attributes], [201, whole], 'the answer to POST');
    const { document } = await send('GET /articles/n?include=tags');
    expectEqual(document?.data?.attributes, whole, 'the attributes');
    expectEqual(document?.data?.relationships?.author?.data, { type: 'people', id: '2' }, 'the author');
    expectEqual(document?.included?.map(({ id }: { readonly id: string }) => id).sort(), ['t1', 't3'], 'the tags');
  }),
  writing('writes', 'the source makes ids that lead to the new resource', async ({ send }) => {
    const person = { data: { type: 'people', attributes: { name: 'Di' } } };
    const [one, other] = [await send('POST /people', person), await send('POST /people', person)];
    expectEqual([one.status, other.status], [201, 201], 'the statuses');
    expectTrue(one.document.data.id !== other.document.data.id, 'The ids of two new resources must differ.');
    const { status, document } = await send(`GET /people/${one.document.data.id}`);
    expectEqual([status, document?.data?.attributes?.name], [200, 'Di'], 'the new resource');
    expectEqual(document?.data?.relationships?.boss?.data, null, 'the boss of the new resource');
  }),
  writing('writes', 'a taken id is 409, and the resource that has it stays', async ({ send }) => {
    const { status, document } = await send('POST /articles', article('a', whole, { tags: tags('t3') }));
    expectEqual([status, document?.errors?.at(0)?.code], [409, 'RESOURCE_EXISTS'], 'the answer to POST');
    expectEqual(document?.errors?.at(0)?.source?.pointer, '/data/id', 'the pointer');
    expectEqual((await send('GET /articles/a')).document?.data?.attributes?.title, 'Alpha', 'the title');
  }),
  writing('writes', 'linkage to a missing resource is 404, and nothing is created', async ({ send }) => {
    for (const relationships of [{ author: person('77') }, { author: person('x') }, { tags: tags('t1', 'no') }]) {
      const { status } = await send('POST /articles', article('n', whole, relationships));
      expectEqual(status, 404, `the status of POST with ${JSON.stringify(relationships)}`);
      expectEqual((await send('GET /articles/n')).status, 404, 'the status of the resource that was not created');
    }
  }),
];

const changes: readonly CaseOfFeature[] = [
  writing('writes', 'an update changes what it names and nothing else', async ({ send }) => {
    const changed = await send('PATCH /articles/a', article('a', { title: 'Changed', words: null }));
    expectEqual(changed.status, 200, 'the status of PATCH');
    const attributes = { title: 'Changed', words: null, open: true, labels: ['x', 'y'] };
    const { document } = await send('GET /articles/a');
    expectEqual(document?.data?.attributes, attributes, 'the attributes');
    expectEqual(document?.data?.relationships?.author?.data?.id, '1', 'the author');
    expectEqual((await send('GET /articles/b')).document?.data?.attributes?.title, 'Beta', 'another title');
  }),
  writing('writes', 'an update that changes no value succeeds', async ({ send }) => {
    const { status } = await send('PATCH /articles/a', article('a', { title: 'Alpha' }, { author: person('1') }));
    expectEqual(status, 200, 'the status of PATCH');
    expectEqual((await send('PATCH /articles/a', article('a', {}))).status, 200, 'the status of an empty PATCH');
  }),
  writing('writes', 'a missing resource is 404', async ({ send }) => {
    expectEqual((await send('PATCH /articles/none', article('none', whole))).status, 404, 'the status of PATCH');
    expectEqual((await send('DELETE /articles/none')).status, 404, 'the status of DELETE');
    expectEqual((await send('POST /articles/none/relationships/tags', tags('t1'))).status, 404, 'the status of POST');
  }),
  writing('writes', 'a deleted resource is gone from its collection and its URL', async ({ send }) => {
    expectEqual((await send('DELETE /articles/d')).status, 204, 'the status of DELETE');
    expectEqual((await send('GET /articles/d')).status, 404, 'the status of GET');
    expectEqual(idsOf(await send('GET /articles?sort=title,words')), ['a', 'b', 'e', 'c'], 'the collection');
    expectEqual((await send('DELETE /articles/d')).status, 404, 'the status of a second DELETE');
  }),
];

const links: readonly CaseOfFeature[] = [
  writing('relationship writes', 'a to-one relationship is replaced and emptied', async ({ send }) => {
    const url = '/articles/a/relationships/author';
    expectTrue((await send(`PATCH ${url}`, person('2'))).status < 300, 'PATCH must succeed.');
    expectEqual((await send(`GET ${url}`)).document?.data?.id, '2', 'the author');
    expectTrue((await send(`PATCH ${url}`, { data: null })).status < 300, 'PATCH with null must succeed.');
    expectEqual((await send(`GET ${url}`)).document?.data, null, 'the author');
    expectEqual((await send(`PATCH ${url}`, person('99'))).status, 404, 'the status of a missing author');
  }),
  writing('relationship writes', 'members are added, removed and replaced, twice without harm', async (world) => {
    const { send } = world;
    const url = '/articles/a/relationships/tags';
    for (const [method, ids, expected] of [
      ['POST', ['t3', 't1'], 't1,t2,t3'],
      ['POST', ['t3'], 't1,t2,t3'],
      ['DELETE', ['t1'], 't2,t3'],
      ['DELETE', ['t1', 'none'], 't2,t3'],
      ['PATCH', ['t1', 't2'], 't1,t2'],
      ['PATCH', [], ''],
    ] as const) {
      const { status } = await send(`${method} ${url}`, tags(...ids));
      expectTrue(status < 300, `${method} with ${ids} must succeed, but its status is ${status}.`);
      expectEqual((await tagsOf(world, 'a')).join(), expected, `the tags after ${method} with ${ids}`);
    }
    expectEqual((await send(`POST ${url}`, tags('none'))).status, 404, 'the status of a missing tag');
    expectEqual(await tagsOf(world, 'b'), ['t2'], 'the tags of another article');
  }),
  writing('relationship writes', 'members in the table of the related type move', async ({ send }) => {
    const url = '/articles/a/relationships/comments';
    const comments = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'comments', id })) });
    expectTrue((await send(`POST ${url}`, comments('1', '2'))).status < 300, 'POST of members must succeed.');
    expectEqual([...idsOf(await send(`GET ${url}`))].sort(), ['1', '2'], 'the comments');
    expectTrue((await send(`PATCH ${url}`, comments('2'))).status < 300, 'PATCH must succeed.');
    expectEqual(idsOf(await send(`GET ${url}`)), ['2'], 'the comments');
    expectEqual((await send(`POST ${url}`, comments('99'))).status, 404, 'the status of a missing comment');
    expectEqual(idsOf(await send(`GET ${url}`)), ['2'], 'the comments after a failure');
  }),
];

const together: readonly CaseOfFeature[] = [
  writing('transactions', 'an update whose last part fails leaves nothing of the first', async (world) => {
    const { send } = world;
    const relationships = { author: person('2'), tags: tags('t3', 'none') };
    const { status } = await send('PATCH /articles/a', article('a', { title: 'Half' }, relationships));
    expectEqual(status, 404, 'the status of PATCH');
    const { document } = await send('GET /articles/a');
    expectEqual(document?.data?.attributes?.title, 'Alpha', 'the title');
    expectEqual(document?.data?.relationships?.author?.data?.id, '1', 'the author');
    expectEqual(await tagsOf(world, 'a'), ['t1', 't2'], 'the tags');
  }),
  writing('transactions', 'a run that fails leaves nothing', async ({ sources, send }) => {
    const { transaction } = sources['articles'] ?? {};
    if (transaction === undefined) return;
    const call = { context: undefined, signal: new AbortController().signal };
    const failure = new Error('on purpose');
    const run = async (inside: SourceCall) => {
      await sources['articles']?.delete?.('d', inside);
      throw failure;
    };
    const thrown = await transaction.call(sources['articles'], run, call).catch((error: unknown) => error);
    expectTrue(thrown === failure, 'The transaction must fail with the error of its run.');
    expectEqual((await send('GET /articles/d')).status, 200, 'the status of what was deleted in the transaction');
  }),
];

async function countUp({ send }: SuiteWorld): Promise<number> {
  const { etag, document } = await send('GET /articles/a');
  const words = document.data.attributes.words + 1;
  return (await send('PATCH /articles/a', article('a', { words }), { 'If-Match': etag ?? '' })).status;
}

const atOnce: readonly CaseOfFeature[] = [
  writing('concurrent writes', 'If-Match of an older version is 412', async (world) => {
    const { etag } = await world.send('GET /articles/a');
    expectEqual(await countUp(world), 200, 'the status of the first PATCH');
    const late = await world.send('PATCH /articles/a', article('a', { words: 1 }), { 'If-Match': etag ?? '' });
    expectEqual(late.status, 412, 'the status of the second PATCH');
  }),
  writing('concurrent writes', 'no update is lost: 16 clients count up', async (world) => {
    const until = async () => {
      for (let turn = 0; turn < 100; turn++) {
        const status = await countUp(world);
        if (status === 200) return;
        expectTrue(status === 412 || status === 409 || status === 503, `The status must not be ${status}.`);
      }
    };
    await Promise.all(Array.from({ length: 16 }, until));
    const { document } = await world.send('GET /articles/a');
    expectEqual(document?.data?.attributes?.words, 316, 'the count');
  }),
  writing('concurrent writes', 'the same member added by 8 clients is one member', async (world) => {
    const add = () => world.send('POST /articles/d/relationships/tags', tags('t1', 't3'));
    const statuses = (await Promise.all(Array.from({ length: 8 }, add))).map(({ status }) => status);
    expectTrue(
      statuses.every((status) => status < 300),
      `Each POST must succeed, but the statuses are ${statuses}.`,
    );
    expectEqual(await tagsOf(world, 'd'), ['t1', 't3'], 'the tags');
  }),
];

/** Cases that write. */
export const writingCases: readonly CaseOfFeature[] = [...creates, ...changes, ...links, ...together, ...atOnce];
