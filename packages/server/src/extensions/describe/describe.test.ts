import { attribute, defineApi, defineExtension, defineProfile, toMany, toOne } from '@linkage/core';
import { offsetStrategy, type PaginationStrategy } from '@linkage/core/http';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withRest } from '../../../test/with-rest.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { idempotencyKeys } from '../../operations/idempotency/idempotency-keys.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { atomicOperations } from '../atomic/atomic-operations.ts';
import { cursorPagination } from '../cursor-pagination/cursor-pagination.ts';
import type { AttributeDescription, RelationshipDescription, ServerDescription } from './description.ts';

const api = defineApi({
  articles: {
    description: 'A text with an author.',
    attributes: {
      title: attribute(z.string().min(1).describe('Shown in lists.'), { filter: true, sort: true }),
      words: attribute(z.int().optional(), { filter: ['eq', 'ge'], description: 'The length.' }),
      slug: attribute(z.string(), { write: 'create', deprecated: 'Use title.' }),
      secret: attribute(z.string().optional(), { read: false }),
      long: attribute(z.string().optional(), { onDemand: true, deprecated: false }),
      size: attribute(z.number(), { compute: () => 1, needs: ['title'] }),
    },
    relationships: {
      reviewers: toMany('people', { read: false }),
      author: toOne('people', { required: true, filter: ['id', 'name'], sort: true, description: 'Who wrote it.' }),
      about: toMany(['articles', 'people'], { include: false, write: false, onDemand: true }),
      comments: toMany('comments', { inverse: 'article' }),
    },
    clientGeneratedIds: true,
  },
  people: {
    attributes: {
      name: attribute(z.string(), { filter: true, sort: true }),
      salary: attribute(z.number(), { filter: true, sort: true }),
    },
  },
  comments: { attributes: { body: z.string() }, relationships: { article: toOne('articles') } },
});
const sources = createMemorySources(api, { articles: [], people: [] });
const { comments: _unserved, ...served } = sources;
const server = createServer(api, withRest(api, served), { baseUrl: 'https://example.com/api/' });

const attributeOf = (description: ServerDescription, type: string, name: string): AttributeDescription =>
  description.types[type]?.fields[name] as AttributeDescription;
const relationshipOf = (description: ServerDescription, type: string, name: string): RelationshipDescription =>
  description.types[type]?.fields[name] as RelationshipDescription;

describe('a description', () => {
  test('is a frozen JSON value, and equal for equal servers', async () => {
    const description = await server.describe();
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
    expect(Object.isFrozen(description.types['articles']?.endpoints[0]?.statuses)).toBe(true);
    const other = createServer(api, withRest(api, served), { baseUrl: 'https://example.com/api' });
    expect(JSON.stringify(await other.describe())).toBe(JSON.stringify(description));
    expect(description.baseUrl).toBe('https://example.com/api');
    expect(description.contract).toBe(3);
  });

  test('says which attributes resources can lack, also read-only ones', async () => {
    const lacking = defineApi({
      articles: {
        attributes: {
          always: attribute(z.string(), { write: false }),
          sometimes: attribute(z.string().optional(), { write: false }),
          null: attribute(z.string().nullable(), { write: false }),
          filled: z.string().default('x'),
          open: z.any(),
        },
      },
    });
    const { types } = await createServer(lacking, createMemorySources(lacking, {})).describe();
    const fields = Object.entries(types['articles']?.fields ?? {}) as [string, AttributeDescription][];
    expect(fields.filter(([, { optional }]) => optional).map(([name]) => name)).toEqual(['sometimes', 'open']);
  });

  test('contains default include paths and the default order, as the user can read them', async () => {
    const ordered = defineApi({
      articles: {
        attributes: { title: attribute(z.string(), { sort: true }) },
        relationships: { author: toOne('people', { sort: true }) },
        defaultSort: ['-author.name', 'title'],
      },
      people: { attributes: { name: attribute(z.string(), { sort: true }) } },
    });
    const ofUsers = createServer(ordered, createMemorySources(ordered, {}), {
      defaultIncludes: { articles: ['author'] },
      context: () => 'x',
      access: {
        articles: { read: () => true, fields: () => ['title'] },
        people: { read: () => true },
      },
    });
    const { types } = await ofUsers.describe();
    expect(types['articles']).toMatchObject({ defaultIncludes: ['author'], defaultSort: ['-author.name', 'title'] });
    expect(types['people']).toMatchObject({ defaultIncludes: [], defaultSort: [] });
    const { types: readable } = await ofUsers.describe('x');
    expect(readable['articles']).toMatchObject({ defaultIncludes: [], defaultSort: ['title'] });
  });

  test('contains the options of attributes', async () => {
    const description = await server.describe();
    expect(attributeOf(description, 'articles', 'title')).toEqual({
      ...{ kind: 'attribute', description: 'Shown in lists.', write: true, read: true, onDemand: false },
      ...{ required: true, optional: false, sort: true },
      schema: { type: 'string', minLength: 1, description: 'Shown in lists.' },
      filterOperators: [
        ...['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'contains', 'startsWith', 'endsWith'],
        ...['iEq', 'iContains', 'iStartsWith', 'iEndsWith', 'in', 'exists'],
      ],
    });
    expect(attributeOf(description, 'articles', 'words')).toMatchObject({
      ...{ description: 'The length.', required: false, filterOperators: ['eq', 'ge', 'in'] },
    });
    expect(attributeOf(description, 'articles', 'slug')).toMatchObject({ write: 'create', deprecated: 'Use title.' });
    expect(attributeOf(description, 'articles', 'secret')).toMatchObject({ read: false });
    expect(attributeOf(description, 'articles', 'long')).toMatchObject({ onDemand: true });
    expect(attributeOf(description, 'articles', 'long')).not.toHaveProperty('deprecated');
    expect(attributeOf(description, 'articles', 'size')).toMatchObject({
      write: false,
      required: false,
      optional: false,
    });
  });

  test('contains the options of relationships and types', async () => {
    const description = await server.describe();
    expect(relationshipOf(description, 'articles', 'author')).toEqual({
      ...{ kind: 'to-one', targets: ['people'], write: true, required: true, include: true },
      ...{ description: 'Who wrote it.', filterOperators: ['eq', 'ne', 'in', 'exists'] },
      ...{ filterPaths: ['id', 'name'], sortPaths: ['id', 'name', 'salary'] },
    });
    expect(relationshipOf(description, 'articles', 'about')).toMatchObject({
      ...{ kind: 'to-many', targets: ['articles', 'people'], write: false, include: false, filterPaths: [] },
      ...{ onDemand: true, page: { strategy: 'page-number' } },
    });
    expect(relationshipOf(description, 'articles', 'reviewers')).toMatchObject({ read: false, include: false });
    expect(relationshipOf(description, 'articles', 'comments').inverse).toBe('article');
    expect(description.types['articles']).toMatchObject({
      ...{ description: 'A text with an author.', clientGeneratedIds: true, ifMatch: 'may' },
    });
  });
});

describe('streams', () => {
  test('a type says whether its collection is streamed', async () => {
    const streaming = createServer(api, withRest(api, served), { stream: { articles: true } });
    const { types } = await streaming.describe();
    expect([types['articles']?.stream, types['people']?.stream]).toEqual([true, false]);
    expect((await server.describe()).types['articles']?.stream).toBe(false);
  });
});

describe('endpoints', () => {
  const pathsOf = async (type: string): Promise<readonly string[]> =>
    ((await server.describe()).types[type]?.endpoints ?? []).map(({ method, path }) => `${method} ${path}`);

  test('are those that the sources and the options of relationships allow', async () => {
    expect(await pathsOf('articles')).toEqual([
      ...['GET /articles', 'POST /articles', 'GET /articles/{id}', 'PATCH /articles/{id}', 'DELETE /articles/{id}'],
      ...['GET /articles/{id}/author', 'GET /articles/{id}/relationships/author'],
      'PATCH /articles/{id}/relationships/author',
      ...['GET /articles/{id}/about', 'GET /articles/{id}/relationships/about'],
      ...['GET /articles/{id}/comments', 'GET /articles/{id}/relationships/comments'],
      ...['PATCH /articles/{id}/relationships/comments', 'POST /articles/{id}/relationships/comments'],
      'DELETE /articles/{id}/relationships/comments',
    ]);
    expect(await pathsOf('comments')).toEqual([]);
  });

  test('lose a method that the source does not have', async () => {
    const articles = { ...served.articles, create: undefined, list: undefined } as never;
    const description = await createServer(api, withRest(api, { articles })).describe();
    const methods = description.types['articles']?.endpoints.map(({ name }) => name);
    expect(methods).toContain('fetch-resource');
    expect(methods).not.toContain('create-resource');
    expect(methods).not.toContain('fetch-collection');
  });

  test('have families of parameters, header rules, and statuses', async () => {
    const strict = createServer(api, withRest(api, served), {
      requireIfMatch: ['articles'],
      context: () => 'Ann',
      idempotency: {
        keys: idempotencyKeys({ store: createMemoryIdempotencyStore(), hours: 2, require: ['POST'] }),
        user: () => 'all',
      },
    });
    const description = await strict.describe();
    const endpoints = new Map(
      description.types['articles']?.endpoints.map((one) => [`${one.method} ${one.path}`, one] as const),
    );
    expect(endpoints.get('GET /articles')).toEqual({
      ...{ name: 'fetch-collection', method: 'GET', path: '/articles', types: ['articles'] },
      ...{ query: 'collection', document: 'none', families: ['include', 'fields', 'sort', 'filter', 'page'] },
      ...{ ifMatch: 'no', idempotencyKey: 'no', statuses: [200, 304, 400, 401, 406, 412, 414, 500, 503, 504] },
    });
    expect(endpoints.get('PATCH /articles/{id}')).toMatchObject({
      ...{ ifMatch: 'must', idempotencyKey: 'may', families: ['include', 'fields'] },
      statuses: [200, 204, 400, 401, 403, 404, 406, 409, 412, 413, 414, 415, 422, 428, 500, 503, 504],
    });
    expect(endpoints.get('POST /articles')).toMatchObject({ ifMatch: 'no', idempotencyKey: 'must' });
    expect(endpoints.get('GET /articles/{id}/about')).toMatchObject({
      ...{ types: ['articles', 'people'], families: ['include', 'fields', 'page'], relationship: 'about' },
    });
    expect(description.idempotency).toEqual({ hours: 2, required: ['POST'] });
  });

  test('of a type that is exempt from idempotency keys do not use them', async () => {
    const store = createMemoryIdempotencyStore();
    const idempotency = {
      keys: idempotencyKeys({ store, exempt: ['articles'], require: ['POST'] }),
      user: () => 'all',
    };
    const { types } = await createServer(api, withRest(api, served), { idempotency }).describe();
    const rulesOf = (type: string) =>
      new Set(types[type]?.endpoints.filter(({ method }) => method === 'POST').map((it) => it.idempotencyKey));
    expect([rulesOf('articles'), rulesOf('people')]).toEqual([new Set(['no']), new Set(['must'])]);
  });

  test('whose operations declare conditions require `If-Match` if a type does', async () => {
    const endpoint = { name: 'ping', path: '/-ping', statuses: [204], run: () => ({ status: 204 }) };
    const endpoints = [
      { ...endpoint, method: 'POST', requiresIfMatch: true },
      { ...endpoint, method: 'PATCH' },
      { ...endpoint, method: 'PATCH', path: '/articles/{id}/-ping', versionOf: 'articles' },
      { ...endpoint, method: 'GET' },
    ] as const;
    const statusesWith = async (options: object) =>
      (await createServer(api, withRest(api, served), { endpoints, ...options }).describe()).endpoints.map(
        ({ statuses }) => statuses.includes(428),
      );
    expect(await statusesWith({ requireIfMatch: ['articles'] })).toEqual([true, false, true, false]);
    expect(await statusesWith({})).toEqual([false, false, false, false]);
    const { endpoints: free } = await createServer(api, withRest(api, served), { endpoints }).describe();
    expect(free.map(({ ifMatch }) => ifMatch)).toEqual(['no', 'no', 'may', 'no']);
    const description = await createServer(api, withRest(api, served), {
      endpoints,
      requireIfMatch: ['articles'],
    }).describe();
    const [statuses = []] = description.endpoints.map((it) => it.statuses);
    expect(statuses).toEqual([...statuses].sort((left, right) => left - right));
  });

  test('use the paths of the URL scheme', async () => {
    const urls = { collection: (type: string) => `/v1/blog/${type}` };
    const description = await createServer(api, withRest(api, served), { urls, baseUrl: '/api' }).describe();
    expect(description.types['people']?.endpoints[0]?.path).toBe('/v1/blog/people');
  });
});

describe('options of the server', () => {
  const extension = defineExtension({ uri: 'https://example.com/v', namespace: 'v', parameters: ['scope'] });
  const profile = defineProfile({ uri: 'https://example.com/p', parameters: ['hideIt'] });

  test('are part of the description', async () => {
    const description = await createServer(api, withRest(api, served), {
      extensions: [{ extension }, atomicOperations({ path: '/bulk', limit: 7 })],
      profiles: [{ profile, applied: 'always', parameters: { hideIt: z.boolean() } }, cursorPagination()],
      parameters: { dryRun: z.boolean() },
      typeParameters: { people: { nearBy: z.string() } },
      limits: { urlLength: Number.POSITIVE_INFINITY, pageSize: 5, pageSizeMaximum: 50 },
      pagination: {
        ...{ total: 'always', totalName: 'count' },
        types: { people: { strategy: offsetStrategy, pageSizeMaximum: Number.POSITIVE_INFINITY } },
      },
      endpoints: [{ name: 'ping', path: '/-ping/{id}', method: 'POST', statuses: [204], run: () => ({ status: 204 }) }],
      root: true,
    }).describe();
    expect(description.extensions).toEqual([
      { uri: 'https://example.com/v', namespace: 'v', parameters: ['v:scope'] },
      { uri: 'https://jsonapi.org/ext/atomic', namespace: 'atomic', parameters: [] },
    ]);
    expect(description.profiles).toEqual([
      { uri: 'https://example.com/p', applied: 'always', parameters: { hideIt: { type: 'boolean' } } },
      {
        ...{ uri: 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/', applied: 'on request' },
        ...{ parameters: {}, pageNames: ['size', 'after', 'before'] },
      },
    ]);
    expect(description.operations).toEqual({ path: '/bulk', limit: 7 });
    expect(description.parameters).toEqual({ dryRun: { type: 'boolean' } });
    expect(description.types['people']?.parameters).toEqual({ nearBy: { type: 'string' } });
    expect(description.limits).toMatchObject({ urlLength: null, pageSize: 5, bodyDepth: 64 });
    expect(description.types['articles']?.page).toEqual({
      ...{ strategy: 'page-number', names: ['number', 'size'], sizeName: 'size', size: 5, maximum: 50 },
      ...{ total: 'always', totalName: 'count', includedSize: null },
    });
    expect(description.types['people']?.page).toMatchObject({ strategy: 'offset', maximum: null });
    expect(description.endpoints.map(({ name, path, extension: uri }) => [name, path, uri])).toEqual([
      ['atomic-operations', '/bulk', 'https://jsonapi.org/ext/atomic'],
      ['ping', '/-ping/{id}', undefined],
      ['root', '/', undefined],
    ]);
    expect(description.types['articles']?.endpoints[0]?.statuses).not.toContain(414);
  });

  test('that are absent or left to the application are described as well', async () => {
    const own: PaginationStrategy = { ...offsetStrategy, names: ['token', 'size'], sizeName: 'size' };
    const description = await createServer(api, withRest(api, served), {
      extensions: [{ extension: defineExtension({ uri: 'https://example.com/bare' }) }],
      endpoints: [{ name: 'ping', path: '/-ping', method: 'GET', statuses: [204], run: () => ({ status: 204 }) }],
      filterLanguage: () => [],
      pagination: { strategy: own },
    }).describe();
    expect(description.extensions).toEqual([{ uri: 'https://example.com/bare', parameters: [] }]);
    expect([description.filterLanguage, (await server.describe()).filterLanguage]).toEqual(['own', 'default']);
    expect(description).not.toHaveProperty('operations');
    expect(description.types['articles']?.page).toMatchObject({ strategy: 'other', names: ['token', 'size'] });
  });

  test('include the pagination of a profile that always applies', async () => {
    const profiles = [cursorPagination({ applied: 'always' })];
    const description = await createServer(api, withRest(api, served), { profiles }).describe();
    expect(description.types['articles']?.page).toMatchObject({
      strategy: 'cursor',
      names: ['size', 'after', 'before'],
    });
  });

  test('that are wrong are rejected', async () => {
    const wrong = defineApi({ articles: { attributes: {}, deprecated: 7 as never } });
    await expect(createServer(wrong, withRest(wrong, {})).describe()).rejects.toThrow(
      'describe: articles: `deprecated` must be true, false, or a string, but it is 7.',
    );
  });
});

describe('a description for a user', () => {
  const guarded = createServer(api, withRest(api, served), {
    context: ({ headers }) => (headers['user'] === 'boss' ? 'boss' : undefined),
    defaultAccess: 'allow',
    access: {
      people: { fields: (user) => user === 'boss' || ['name'] },
      articles: { fields: (user) => user === 'boss' || { except: ['comments', 'long'] } },
      comments: { fields: (user) => user === 'boss' || ['body'] },
    },
  });

  test('contains no name of a hidden field', async () => {
    const text = JSON.stringify(await guarded.describe(undefined));
    expect(text).toContain('"name"');
    for (const hidden of ['salary', '"long"', '/comments"', '"article"']) expect(text).not.toContain(hidden);
  });

  test('contains all that the user can read, like one without a user', async () => {
    const all = await guarded.describe();
    expect(JSON.stringify(all)).toContain('salary');
    expect(await guarded.describe('boss')).toEqual(all);
  });
});
