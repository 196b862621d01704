import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import type { AccessRules } from './access-rules.ts';

type Source = Required<DataSource>;
type SourcesByType = Readonly<Record<string, DataSource>>;

const article = (id: string, rest: object = {}) => ({ data: { type: 'articles', id, ...rest } });
const comments = { data: [{ type: 'comments', id: '6' }] };

/** A source of articles that notes its writes and its calls of `find`. */
function noting(change: (source: Source) => DataSource = (source) => source) {
  const sources = blogSources() as unknown as Readonly<Record<string, Source>>;
  const source = change(sources['articles'] as Source) as Source;
  const writes: string[] = [];
  const found: unknown[] = [];
  const note =
    (name: 'create' | 'update' | 'delete' | 'updateRelationship') =>
    (...given: readonly unknown[]) => {
      writes.push(name);
      return (source[name] as (...given: unknown[]) => unknown)(...given);
    };
  const find: Source['find'] = (ids, selection, call) => {
    found.push(call.conditions ?? 'no conditions');
    return source.find(ids, selection, call);
  };
  const articles: DataSource = {
    ...source,
    ...(Object.hasOwn(source, 'find') && { find }),
    create: note('create') as Source['create'],
    update: note('update') as Source['update'],
    delete: note('delete') as Source['delete'],
    updateRelationship: note('updateRelationship') as Source['updateRelationship'],
    appliesFilters:
      source.appliesFilters &&
      ({ ...source.appliesFilters, methods: [...source.appliesFilters.methods, find] } as const),
  };
  return { sources: { ...sources, articles } as SourcesByType, writes, found };
}

function serverOf(sources: SourcesByType, access: AccessRules<Blog>, defaultAccess: 'allow' | 'deny' = 'allow') {
  const rejections: (string | undefined)[] = [];
  const errors: unknown[] = [];
  const onRequest =
    () =>
    ({ rejection }: { readonly rejection?: string | undefined }) =>
      rejections.push(rejection);
  const onError = (error: unknown) => errors.push(error);
  const server = createServer(blog, sources as never, { access, defaultAccess, onRequest, onError });
  return { server, rejections, errors };
}

/** Does not declare that it applies conditions. */
const silent = ({ appliesFilters: _, ...source }: Source): DataSource => source;
/** The same, and returns records that nothing asked for. */
const generous = (source: Source): DataSource => ({
  ...silent(source),
  find: (_, selection, call) => source.find(['1', '2', '3'], selection, call),
});

describe('a hidden resource is 404 for every write, and nothing is written', () => {
  // Article 2 has 10 views.
  const access: AccessRules<Blog> = {
    articles: { read: () => [{ field: 'views', operator: 'ge', values: [20] }] },
  };
  const lines: readonly [string, unknown][] = [
    ['PATCH /articles/2', article('2', { attributes: { title: 'x' } })],
    ['DELETE /articles/2', undefined],
    ['POST /articles/2/relationships/comments', comments],
    ['PATCH /articles/2/relationships/comments', comments],
    ['DELETE /articles/2/relationships/comments', comments],
  ];

  test.each<[string, (source: Source) => DataSource]>([
    ['applies conditions', (source) => source],
    ['does not declare that it applies conditions', silent],
    ['returns other records, too', generous],
  ])('a source that %s', async (kind, change) => {
    const { sources, writes, found } = noting(change);
    const { server, errors } = serverOf(sources, access);
    for (const [line, body] of lines) expect([line, (await send(server, line, body)).status]).toEqual([line, 404]);
    expect([writes, errors]).toEqual([[], []]);
    for (const given of found)
      expect(given).toEqual(
        kind === 'applies conditions' ? [{ field: 'views', operator: 'ge', values: [20] }] : 'no conditions',
      );
    expect((await send(server, 'DELETE /articles/3')).status).toBe(204);
    expect(writes).toEqual(['delete']);
  });

  test('a source without `find`, of a type that the user cannot read at all', async () => {
    const { sources, writes } = noting(({ find: _, ...source }) => source);
    const { server } = serverOf(sources, {}, 'deny');
    for (const [line, body] of lines) expect([line, (await send(server, line, body)).status]).toEqual([line, 404]);
    expect(writes).toEqual([]);
  });
});

describe('the record of a write', () => {
  const access: AccessRules<Blog> = { articles: { read: () => [{ field: 'views', operator: 'ge', values: [20] }] } };
  const change = article('1', { attributes: { title: 'New' } });

  test('is found again: the resource of the write is compared, not another one', async () => {
    const update: Source['update'] = (id) => ({ id, title: 'New' }) as never;
    const { sources } = noting((source) => ({ ...generous(source), update }));
    const { server, errors } = serverOf(sources, access);
    const { status, document } = await send(server, 'PATCH /articles/1', change);
    expect([status, document.data.id, errors]).toEqual([200, '1', []]);
    // Article 2 is found, too, but the user cannot read it.
    const hidden = serverOf(noting((source) => ({ ...generous(source), update: () => ({ id: 2 }) as never })).sources, {
      articles: { read: () => [{ field: 'title', operator: 'ne', values: ['Apes'] }] },
    });
    expect((await send(hidden.server, 'PATCH /articles/1', change)).status).toBe(403);
  });

  test('of a resource that does not exist anymore: 404', async () => {
    const { sources } = noting((source) => ({ ...source, update: () => null, updateRelationship: () => false }));
    const { server } = serverOf(sources, { articles: { read: () => [{ field: 'author', values: ['7'] }] } });
    expect((await send(server, 'PATCH /articles/1', change)).status).toBe(404);
    expect((await send(server, 'PATCH /articles/1/relationships/author', { data: null })).status).toBe(404);
  });

  test('that is not there yet, because the write continues in the background: 202', async () => {
    const accepted = () => ({ accepted: { type: 'people', id: '7' } }) as const;
    const { sources } = noting((source) => ({
      ...source,
      create: accepted,
      update: accepted,
      updateRelationship: accepted,
    }));
    const { server } = serverOf(sources, { articles: { read: () => [{ field: 'author', values: ['7'] }] } });
    const made = { data: { type: 'articles', attributes: { title: 'x' } } };
    const statuses = [
      (await send(server, 'POST /articles', made)).status,
      (await send(server, 'PATCH /articles/1', change)).status,
      (await send(server, 'PATCH /articles/1/relationships/author', { data: null })).status,
    ];
    expect(statuses).toEqual([202, 202, 202]);
  });
});

describe('a change of a relationship that decides whether the user can read the resource', () => {
  const none = { data: null };
  const eight = { data: { type: 'people', id: '8' } };

  test.each<[string, string, unknown, number]>([
    ['the relationship of the rule', 'PATCH /articles/1/relationships/author', none, 403],
    ['to another value that the rule allows', 'PATCH /articles/1/relationships/author', eight, 204],
    ['another relationship', 'PATCH /articles/1/relationships/reviewer', none, 204],
  ])('%s: %s', async (_, line, body, expected) => {
    for (const field of ['author', 'author.id'] as const) {
      const { sources } = noting();
      const { server, rejections } = serverOf(sources, {
        articles: { read: () => [{ field, values: ['7', '8'] }] },
      });
      const reason =
        'The user cannot read "articles" "1" after the change: see `access.articles.read`. It does not match ';
      expect([(await send(server, line, body)).status, rejections]).toEqual([
        expected,
        [expected === 403 ? expect.stringContaining(`${reason}[{"field":`) : undefined],
      ]);
      const after = await send(createServer(blog, sources as never), 'GET /articles/1/author');
      expect(after.document.data.id).toBe(expected === 204 && body === eight ? '8' : '7');
    }
  });

  test('after a change of another relationship, the resource is not read again', async () => {
    const { sources, found } = noting();
    const { server } = serverOf(sources, { articles: { read: () => [{ field: 'author', values: ['7'] }] } });
    await send(server, 'PATCH /articles/1/relationships/reviewer', none);
    const other = found.length;
    await send(server, 'PATCH /articles/1/relationships/author', { data: { type: 'people', id: '7' } });
    expect(found.length - 2 * other).toBe(1);
  });
});

describe('a new resource with links that have an inverse relationship', () => {
  const api = defineApi({
    people: {
      attributes: { name: z.string().optional() },
      relationships: { articles: toMany('articles', { inverse: 'author' }), friend: toOne('people') },
      clientGeneratedIds: true,
    },
    articles: { relationships: { author: toOne('people', { inverse: 'articles' }) } },
  });
  const linked = (id?: string) => ({
    type: 'people',
    ...(id === undefined ? {} : { id }),
    relationships: { articles: { data: [{ type: 'articles', id: '1' }] } },
  });

  function open(change: (source: Source) => DataSource, answer: boolean) {
    const memory = createMemorySources(api, { articles: [{ id: '1', author: null }] });
    const heard: unknown[] = [];
    const rejections: (string | undefined)[] = [];
    let created = 0;
    const source = change(memory.people as Source) as Source;
    const people: DataSource = {
      ...source,
      create(input, call) {
        created++;
        return source.create(input, call);
      },
    };
    const updateRelationship = (
      _: unknown,
      { identifiers }: { readonly identifiers: readonly { readonly id: string }[] },
    ) => {
      heard.push(identifiers.map(({ id }) => id).join());
      return answer;
    };
    const server = createServer(api, { ...memory, people } as typeof memory, {
      defaultAccess: 'allow',
      access: { articles: { updateRelationship } },
      onRequest:
        () =>
        ({ rejection }) =>
          rejections.push(rejection),
    });
    const create = async (data: unknown) => {
      const { status, problems } = await send(server, 'POST /people', { data });
      return [status, rejections.at(-1), ...problems];
    };
    const left = async () => (await send(createServer(api, memory), 'GET /people')).document.data.length;
    return { create, left, heard, created: () => created };
  }
  const rejected =
    'The request changes links of "articles" "1". `access.articles.updateRelationship` returned false for "articles" "1".';
  const place = 'FORBIDDEN /data/relationships/articles';
  const asIs = (source: Source): DataSource => source;
  const withoutTransaction = ({ transaction: _, ...source }: Source): DataSource => source;
  const inBackground = (source: Source): DataSource => ({
    ...source,
    create: () => ({ accepted: { type: 'articles', id: '1' } }),
  });

  test.each<[string, (source: Source) => DataSource, boolean, unknown, readonly unknown[], readonly string[], number]>([
    ['allowed: the rule receives the new id', asIs, true, linked(), [201, undefined], ['1'], 1],
    ['rejected: the creation is undone', asIs, false, linked(), [403, rejected, place], ['1'], 0],
    ['allowed with an id of the client', asIs, true, linked('new'), [201, undefined], ['new'], 1],
    ['rejected with an id of the client', asIs, false, linked('new'), [403, rejected, place], ['new'], 0],
    [
      'an id of the client, without transactions',
      withoutTransaction,
      true,
      linked('new'),
      [201, undefined],
      ['new'],
      1,
    ],
    ['no links, without transactions', withoutTransaction, true, { type: 'people' }, [201, undefined], [], 1],
    [
      'without transactions, it could not be undone',
      withoutTransaction,
      true,
      linked(),
      [
        403,
        'The inverse of a relationship must allow the links, but the source of "people" cannot undo the creation: it does not have `transaction`.',
        'FORBIDDEN',
      ],
      [],
      0,
    ],
    [
      'in the background, its id is unknown',
      inBackground,
      true,
      linked(),
      [
        403,
        'The inverse of a relationship must allow the links, but the creation continues in the background.',
        'FORBIDDEN',
      ],
      [],
      0,
    ],
    ['in the background, with an id of the client', inBackground, true, linked('new'), [202, undefined], ['new'], 0],
    ['in the background, without links', inBackground, true, { type: 'people' }, [202, undefined], [], 0],
  ])('%s', async (_, change, answer, data, expected, asked, count) => {
    const { create, left, heard } = open(change, answer);
    expect([await create(data), heard, await left()]).toEqual([expected, asked, count]);
  });

  test('a creation that could not be undone does not begin', async () => {
    const { create, created } = open(withoutTransaction, true);
    await create(linked());
    expect(created()).toBe(0);
    await create({ type: 'people' });
    expect(created()).toBe(1);
  });
});

test.each([
  ['create', 'POST /articles', article('', { id: undefined, attributes: { title: 'x' } })],
  ['update', 'PATCH /articles/1', article('1', { attributes: { title: 'x' } })],
  ['delete', 'DELETE /articles/1', undefined],
  ['updateRelationship', 'POST /articles/1/relationships/comments', comments],
])('a write that the source does not support is rejected as without rules: %s', async (method, line, body) => {
  const sources = blogSources() as unknown as SourcesByType;
  const all = { ...sources, articles: { ...sources['articles'], [method]: undefined } } as SourcesByType;
  const { status, problems } = await send(createServer(blog, all as never), line, body);
  const { server, errors } = serverOf(all, { articles: { read: () => true, delete: () => true } });
  const guarded = await send(server, line, body);
  expect([guarded.status, guarded.problems, errors]).toEqual([status, problems, []]);
  expect(status).toBeGreaterThanOrEqual(400);
});

test.each([
  ['DELETE /articles/1', undefined, undefined],
  ['PATCH /articles/1', article('1', { relationships: { comments } }), { pointer: '/data/relationships/comments' }],
])('the error of %s has a source only if a part of the document is at fault', async (line, body, source) => {
  const rules = { read: () => true, update: () => true, delete: () => false, updateRelationship: () => false };
  const { server } = serverOf(blogSources() as unknown as SourcesByType, { articles: rules });
  const { status, document } = await send(server, line, body);
  expect([status, document.errors[0].source, 'source' in document.errors[0]]).toEqual([
    403,
    source,
    source !== undefined,
  ]);
});
