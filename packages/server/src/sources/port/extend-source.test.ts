import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { Server } from '../../pipeline/server.ts';
import { readCan } from './can.ts';
import type { DataSource } from './data-source.ts';
import { extendSource } from './extend-source.ts';
import type { ReplacedMethods } from './replaced-methods.ts';

type Source = Required<DataSource>;
const sourceOf = (): Source => blogSources().articles as unknown as Source;

function serve(articles: object, options: object = {}) {
  const reported: ReplacedMethods[] = [];
  const onReplacedMethods = (replaced: ReplacedMethods) => reported.push(replaced);
  const given = { onError: () => undefined, onReplacedMethods, ...options };
  return { server: createServer(blog, { ...blogSources(), articles } as never, given), reported };
}

const group = "GET /articles?filter=or(eq(title,'x'),ne(title,'y'))";
/** Returns the status of a response that can be streamed: it has no entity tag. */
const statusOf = async (server: Server, url: string) =>
  (await server.handle({ method: 'GET', url, headers: {}, canStream: false })).status;

const passing = (source: Source): Pick<Source, 'list' | 'find'> => ({
  list: (query, call) => source.list(query, call),
  find: (ids, selection, call) => source.find(ids, selection, call),
});

describe('what a new method applies', () => {
  const lost = 'conditions of access rules';
  test.each<[string, (source: Source) => object, number, readonly string[]]>([
    ['is nothing with a spread', (it) => ({ ...it, list: passing(it).list }), 400, ['articles.list']],
    ['is nothing without `applies`', (it) => extendSource(it, { list: passing(it).list }), 400, ['articles.list']],
    [
      'is nothing with an empty promise',
      (it) => extendSource(it, { list: passing(it).list }, { applies: [] }),
      400,
      [],
    ],
    [
      'is what the replaced method applies, if promised',
      (it) => extendSource(it, passing(it), { applies: ['list', 'find'] }),
      200,
      [],
    ],
    ['is promised for each method alone', (it) => extendSource(it, passing(it), { applies: ['list'] }), 200, []],
    [
      'is what a source declares, of a source that is extended twice',
      (it) => extendSource(extendSource(it, passing(it), { applies: ['list', 'find'] }), { create: it.create }),
      200,
      [],
    ],
    [
      'is nothing for a source that declares nothing, whatever is promised',
      ({ appliesFilters: _, ...it }) => extendSource(it, { list: it.list }, { applies: ['list'] }),
      400,
      [],
    ],
  ])('%s', async (_, extend, status, methods) => {
    const { server, reported } = serve(extend(sourceOf()));
    expect((await send(server, group)).status).toBe(status);
    expect(reported.flatMap((it) => it.methods.map(({ method }) => method))).toEqual(methods);
    expect(reported.flatMap((it) => it.methods.flatMap((method) => method.lost[0] ?? []))).toEqual(
      methods.map(() => lost),
    );
  });

  test('is what the source declares, for a method that the source lacks', async () => {
    const { stream: _, ...source } = sourceOf();
    const stream: Source['stream'] = async (query, call) => {
      const { records } = await source.list({ ...query, page: { offset: 0, limit: 100 }, total: false }, call);
      return records;
    };
    for (const [applies, status] of [
      [['stream'] as const, 200],
      [[], 400],
    ] as const) {
      const { server } = serve(extendSource(source, { stream }, { applies }), { stream: { articles: true } });
      expect(await statusOf(server, '/articles?filter=not(eq(title,x))')).toBe(status);
    }
  });

  test('is never trusted with conditions of a rule unless it is promised', async () => {
    const source = sourceOf();
    const find: Source['find'] = (ids, selection, { conditions: _, ...call }) => source.find(ids, selection, call);
    const access = { articles: { read: () => [{ field: 'title', values: ['none'] }] } };
    const { server } = serve(extendSource(source, { find }), { access });
    expect((await send(server, 'GET /articles/1')).status).toBe(404);
  });
});

describe('the parameters of a new method', () => {
  const options = { parameters: { searchText: { '~standard': schema() } } };
  test.each<[string, (source: Source) => object, number, number]>([
    [
      'are those that the options name',
      (it) => extendSource(it, passing(it), { applies: ['list'], parameters: { list: ['searchText'] } }),
      200,
      400,
    ],
    [
      'are those that the options declare',
      (it) => extendSource(it, passing(it), { applies: ['list'], parameters: { list: options.parameters } }),
      200,
      400,
    ],
    ['are unknown without a declaration', (it) => extendSource(it, passing(it)), 200, 400],
    [
      'are those of the replaced method, if it applies the same',
      (it) => extendSource(it, passing(it), { applies: ['list'] }),
      200,
      200,
    ],
  ])('%s', async (_, extend, collection, related) => {
    const { server } = serve(extend(sourceOf()), options);
    expect((await send(server, 'GET /articles?searchText=x')).status).toBe(collection);
    expect((await send(server, 'GET /people/7/articles?searchText=x')).status).toBe(related);
  });

  test('of a streamed collection must be read by `list` and by `stream`', async () => {
    const statuses = [];
    for (const parameters of [{ list: ['searchText'] }, { list: ['searchText'], stream: ['searchText'] }]) {
      const source = sourceOf();
      const stream: Source['stream'] = (query, call) => source.stream(query, call);
      const methods = { list: passing(source).list, stream };
      const extended = extendSource(source, methods, {
        applies: ['list', 'stream'],
        parameters: parameters as { readonly list: readonly string[] },
      });
      const { server } = serve(extended, { ...options, stream: { articles: true } });
      statuses.push(await statusOf(server, '/articles?searchText=x'));
    }
    expect(statuses).toEqual([400, 200]);
  });
});

function schema() {
  return { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) };
}

test('everything else is passed on: `this`, symbols, getters, helpers, and members without a method', () => {
  const mark = Symbol('mark');
  class Articles {
    readonly #titles = new Map([['1', 'Hello']]);
    readonly transactionGroup = Articles;
    readonly loadsIncludes = true;
    readonly storage = { author: { storedIn: 'record' as const } };
    readonly [mark] = 'marked';
    get count(): number {
      return this.#titles.size;
    }
    toString(): string {
      return `${this.#titles.size} articles`;
    }
    titleOf(id: string): string | undefined {
      return this.#titles.get(id);
    }
    version(record: { readonly id: string }): string {
      return `${this.#titles.size}-${record.id}`;
    }
    find(ids: readonly string[]) {
      return ids.flatMap((id) => (this.#titles.has(id) ? { id, title: this.#titles.get(id) } : []));
    }
    job(): never {
      throw new Error(`${this.#titles.size} jobs`);
    }
    transaction(run: (call: object) => unknown, call: object) {
      return run({ ...call, transaction: this.#titles });
    }
  }
  const source = new Articles();
  const remove = () => true;
  const extended = extendSource(source, { delete: remove });
  expect([extended.delete, extended.titleOf('1'), extended.count, extended[mark]]).toEqual([
    remove,
    'Hello',
    1,
    'marked',
  ]);
  expect([extended.transactionGroup, String(extended)]).toEqual([Articles, '1 articles']);
  expect([extended.loadsIncludes, extended.storage]).toEqual([true, source.storage]);
  expect([extended.find(['1', '2']), extended.version({ id: '1' })]).toEqual([[{ id: '1', title: 'Hello' }], '1-1']);
  expect(() => extended.job()).toThrow('1 jobs');
  expect(extended.transaction((call) => Object.keys(call), {})).toEqual(['transaction']);
});

test('what a source declares about its writes is not passed on for a new method', () => {
  const createAll = () => [];
  const { create, update, delete: remove } = sourceOf();
  const original = sourceOf();
  const source = { ...original, createAll, returnsWritten: [original.create, original.update] };
  const declaredBy = (methods: object) => {
    const extended = extendSource(source, methods);
    return [extended.createAll !== undefined, extended.returnsWritten?.includes(extended.update) === true];
  };
  expect(declaredBy({ list: () => ({ records: [] }) })).toEqual([true, true]);
  expect(declaredBy({ delete: remove })).toEqual([true, false]);
  expect(declaredBy({ update })).toEqual([true, false]);
  expect(declaredBy({ create })).toEqual([false, false]);
});

test('what a source declares about single writes is passed on for the methods that it keeps', () => {
  const original = blogSources().articles as unknown as Required<Source>;
  const can = (methods: object) => {
    const { atomic, applies } = readCan('', extendSource(original, methods as never) as never);
    return [[...atomic], applies.update.isDeclared, applies.delete.isDeclared];
  };
  const { update, transaction } = blogSources().articles as unknown as Required<Source>;
  expect(can({})).toEqual([['create', 'update', 'delete', 'updateRelationship'], true, true]);
  expect(can({ update })).toEqual([['create', 'delete', 'updateRelationship'], false, true]);
  expect(can({ transaction })).toEqual([[], true, true]);
});

test('a method that declares nothing is looked up for each call, one that does is not', async () => {
  const declared = sourceOf();
  const { appliesFilters: _, ...undeclared } = sourceOf();
  const list = async () => ({ records: [] });
  const counts = [];
  for (const source of [declared, undeclared]) {
    const { server } = serve(extendSource(source, {}));
    Object.assign(source, { list });
    counts.push((await send(server, 'GET /articles')).document.data.length > 0);
  }
  expect(counts).toEqual([true, false]);
});

test.each<[string, () => unknown, string]>([
  [
    'a source that is not an object',
    () => extendSource(undefined as never, {}),
    '`source` must be an object, but it is undefined.',
  ],
  [
    'an unknown member',
    () => extendSource(sourceOf(), { lists: () => [] } as never),
    'unknown member "lists". Did you mean `list`?',
  ],
  ['a statement', () => extendSource(sourceOf(), { appliesFilters: {} } as never), 'unknown member "appliesFilters"'],
  [
    'a method that is not a function',
    () => extendSource(sourceOf(), { list: 1 } as never),
    '`list` must be a function, but it is 1.',
  ],
  [
    '`applies` with an old method',
    () => extendSource(sourceOf(), {}, { applies: ['find'] as never }),
    'it contains "find"',
  ],
  [
    '`applies` with a method that does not read',
    () => extendSource(sourceOf(), { create: sourceOf().create }, { applies: ['create'] as never }),
    'it contains "create"',
  ],
  [
    '`parameters` of an old method',
    () => extendSource(sourceOf(), {}, { parameters: { list: [] } as never }),
    'it contains "list"',
  ],
])('%s is a TypeError', (_, extend, message) => {
  expect(extend).toThrow(TypeError);
  expect(extend).toThrow(message);
});

test('a filter that no method applies is 400, also for a user to whom the source shows nothing', async () => {
  const { appliesFilters: _, ...people } = blogSources().people as unknown as Source;
  const { appliesFilters: __, ...articles } = sourceOf();
  for (const read of [() => true, () => false]) {
    const access = { articles: { read }, people: { read: () => true } };
    const server = createServer(
      blog,
      { ...blogSources(), articles, people } as never,
      { access, onError: () => undefined } as never,
    );
    expect((await send(server, group)).status).toBe(400);
    expect((await send(server, 'GET /people/7/articles?filter[title][ne]=x')).status).toBe(400);
  }
});
