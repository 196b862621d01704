import { createClient } from '@linkage/client';
import * as core from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createKyselySources } from '@linkage/kysely';
import { openApiDocument, withOpenApi } from '@linkage/openapi';
import * as server from '@linkage/server';
import fc from 'fast-check';
import { z } from 'zod';
import { blog, blogNames, openBlog } from '../blog.ts';
import { wrongError } from '../engine-error.ts';
import type { Family } from '../family.ts';
import { mutatedDocuments } from '../mutate-document.ts';
import { revive, wildTexts } from '../wild.ts';

// biome-ignore lint/suspicious/noExplicitAny: options that the compiler would reject
type Loose = any;

interface Call {
  readonly seed: object;
  readonly run: (options: Loose) => unknown;
}

const opened = openBlog();
const { description } = { description: await opened.server.describe() };
const article = { id: '1', title: 'One', author: '1' };
const db = { getExecutor: () => ({ adapter: new (class SqliteAdapter {})() }) };
const people = core.defineApi({
  people: { attributes: { name: z.string() }, relationships: { friend: core.toOne('people') } },
});
const build = {
  include: ['author'],
  fields: { articles: ['title', 'author'] },
  links: { self: '/x' },
  meta: { a: 1 },
  jsonapi: { version: '1.1' },
  baseUrl: '/api',
};
const definition = {
  uri: 'urn:x',
  members: { document: ['x:a'], resource: ['x:b'] },
  parameters: ['x:c'],
  rules: [{ id: 'x', level: 'must', statement: 's' }],
};
const create = '{"data":{"type":"articles","attributes":{"title":"x"}}}';

/** Valid options, and the function that reads them. Wild values of `wild.ts` replace functions. */
const calls: Readonly<Record<string, Call>> = {
  createServer: {
    seed: {
      ...{
        baseUrl: '/api',
        urls: { collection: '$function' },
        root: { a: 1 },
        access: { articles: { read: '$function' } },
        defaultAccess: 'deny',
      },
      ...{
        limits: { pageSize: 5, errors: 3, requestTime: 1 },
        pagination: { total: true, caller: '$function', types: { articles: { maximum: 5 } } },
      },
      ...{
        errors: { id: '$function' },
        vary: ['Authorization'],
        requireIfMatch: ['articles'],
        allowFromOtherSide: { articles: ['author'] },
      },
      ...{
        hooks: { articles: { beforeCreate: '$function' } },
        endpoints: [{ path: '/x', method: 'GET', run: '$function' }],
        describedby: '/d',
      },
      ...{
        defaultIncludes: { articles: ['author'] },
        stream: { articles: true },
        documents: { meta: '$function' },
        tracing: {},
      },
      ...{
        resources: { articles: { meta: '$function', relationships: { author: { links: '$function' } } } },
        profiles: [],
        extensions: [],
      },
    },
    run: (options) => server.createServer(blog, server.createMemorySources(blog), options),
  },
  'createServer sources': {
    seed: { articles: { list: '$function', find: '$async' }, people: {}, comments: { related: '$function' } },
    run: (sources) => server.createServer(blog, sources),
  },
  defineApi: {
    seed: {
      articles: {
        attributes: { title: { kind: 'attribute', schema: '$class', options: { sort: true } } },
        relationships: { author: { kind: 'to-one', targets: ['articles'], options: { include: false } } },
        clientGeneratedIds: true,
        defaultSort: ['title'],
        description: 'text',
      },
    },
    run: core.defineApi as Loose,
  },
  attribute: {
    seed: { write: false, sort: true, filter: ['eq'], needs: ['a'], compute: '$function', encode: '$function' },
    run: (options) => core.attribute(z.string() as Loose, options),
  },
  toOne: {
    seed: { filter: true, sort: ['name'], include: false, write: false },
    run: (options) => core.toOne('people', options),
  },
  toMany: {
    seed: { filter: ['id'], write: { add: true }, description: 'x' },
    run: (options) => core.toMany(['people', 'articles'], options),
  },
  createClient: {
    seed: {
      baseUrl: 'https://example.com/api',
      retry: 1,
      profiles: ['urn:x'],
      totalName: 'page.total',
      headers: '$function',
      collection: '$function',
      idempotencyKeys: true,
    },
    run: createClient as Loose,
  },
  formatQuery: {
    seed: {
      include: ['author'],
      fields: { articles: ['title'] },
      sort: ['-title', { field: 'words', descending: true }],
      filter: [{ field: 'title', operator: 'eq', values: ['x'] }, { or: [{ field: 'words', values: [1] }] }],
      page: { size: 2 },
    },
    run: (options) => core.formatQuery(blog, 'articles', options),
  },
  parseQuery: {
    seed: { limits: { includeDepth: 2, errors: 4 }, parameters: {} },
    run: (options) => core.parseQuery(blog, 'articles', 'sort=title', options),
  },
  buildDocument: { seed: build, run: (options) => core.buildDocument(blog, 'articles', article, options) },
  serialize: { seed: build, run: (options) => core.serialize(blog, 'articles', article, options) },
  serializeStream: { seed: build, run: (options) => core.serializeStream(blog, 'articles', [article], options) },
  deserialize: {
    seed: { collection: false, type: 'articles', include: ['author'] },
    run: (options) => core.deserialize({ data: null }, options),
  },
  validateDocument: {
    seed: {
      as: 'response',
      level: 'should',
      rules: { 'full-linkage': 'off' },
      maxIssues: 5,
      extensions: [],
      profiles: [],
      sparseFieldsets: true,
    },
    run: (options) => core.validateDocument({ data: null }, options),
  },
  parseCreate: {
    seed: { limits: { depth: 5 }, bytes: 100, depth: 5, members: 9, errors: 1 },
    run: (options) => core.parseCreate(blog, 'articles', create, options),
  },
  parseUpdate: {
    seed: { id: '1', depth: 5, errors: 1 },
    run: (options) => core.parseUpdate(blog, 'articles', create, options),
  },
  negotiate: {
    seed: { extensions: [{ uri: 'urn:x' }], profiles: [{ uri: 'urn:p' }] },
    run: (options) => core.negotiate({ accept: '*/*' }, options),
  },
  formatMediaType: { seed: { extensions: ['urn:x'], profiles: ['urn:p'] }, run: core.formatMediaType as Loose },
  defineExtension: { seed: { ...definition, namespace: 'x' }, run: core.defineExtension as Loose },
  defineProfile: { seed: definition, run: core.defineProfile as Loose },
  defineQueryParameters: { seed: { dryRun: '$class', 'x[*]': '$class' }, run: core.defineQueryParameters as Loose },
  createUrlScheme: {
    seed: { baseUrl: '/api', collection: '$function' },
    run: (options) => core.createUrlScheme(blog, options),
  },
  JsonApiError: {
    seed: { status: '422', title: 'x', source: { pointer: '' }, links: { about: '/x' }, meta: {} },
    run: (error) => new core.JsonApiError(error),
  },
  'JsonApiError options': {
    seed: { status: 422, headers: { a: 'b' } },
    run: (options) => new core.JsonApiError({ status: '422' }, options),
  },
  describeErrors: {
    seed: { id: '$function', about: '$function', localize: '$function' },
    run: (options) => core.describeErrors([{ status: '400' }] as Loose, options),
  },
  cursorPagination: {
    seed: {
      key: 'a key of thirty-two bytes or more',
      uri: 'urn:x',
      applied: 'always',
      ranges: true,
      itemCursors: false,
    },
    run: server.cursorPagination as Loose,
  },
  atomicOperations: { seed: { path: '/operations', maximum: 5 }, run: server.atomicOperations as Loose },
  idempotencyKeys: {
    seed: {
      store: { begin: '$async', complete: '$async', abandon: '$async' },
      scope: '$function',
      hours: 5,
      require: ['POST'],
      exempt: ['people'],
    },
    run: server.idempotencyKeys as Loose,
  },
  createMemoryIdempotencyStore: { seed: { maximum: 5 }, run: server.createMemoryIdempotencyStore as Loose },
  createMemorySources: {
    seed: { articles: [article], people: [{ id: '1', name: 'x' }] },
    run: (records) => server.createMemorySources(blog, records),
  },
  toFetchHandler: { seed: { prefix: '/api', host: {} }, run: (options) => toFetchHandler(opened.server, options) },
  openApiDocument: {
    seed: { info: { title: 'x', version: '1' }, servers: [{ url: '/' }] },
    run: (options) => openApiDocument(description as Loose, options),
  },
  withOpenApi: {
    seed: { info: { title: 'x', version: '1' }, path: '/openapi.json' },
    run: (options) => withOpenApi(opened.server, options),
  },
  createKyselySources: {
    seed: {
      people: {
        table: 'person',
        id: 'id',
        attributes: { name: 'name' },
        relationships: { friend: { column: 'friend_id' } },
      },
    },
    run: (mapping) => createKyselySources(people, db as Loose, mapping),
  },
};

async function call([name, text]: [string, string]): Promise<string | undefined> {
  try {
    const result = calls[name]?.run(revive(JSON.parse(text)));
    // A promise that is rejected later must not end the process.
    if (result instanceof Promise) await result;
    return undefined;
  } catch (error) {
    const problem = wrongError(error);
    return problem && `${name} ${problem}`;
  }
}

const extra = { names: blogNames, texts: [...wildTexts, ...wildTexts], isJson: true };

/** Options of public functions: a wrong one must be a TypeError that says which. */
export const optionFamilies: readonly Family[] = [
  {
    name: 'options',
    inputs: fc.oneof(
      ...Object.entries(calls).map(([name, { seed }]) => fc.tuple(fc.constant(name), mutatedDocuments([seed], extra))),
    ),
    open: () => ({ run: call }),
  },
];
