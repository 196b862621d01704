import * as core from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createKyselySources } from '@linkage/kysely';
import { openApiDocument, withOpenApi } from '@linkage/openapi';
import * as server from '@linkage/server';
import { z } from 'zod';
import { blog, openBlog } from '../blog.ts';
import { article, type Call, type Loose } from './core-calls.ts';

const opened = openBlog();
const description = await opened.server.describe();
const db = { getExecutor: () => ({ adapter: new (class SqliteAdapter {})() }) };
const people = core.defineApi({
  people: { attributes: { name: z.string() }, relationships: { friend: core.toOne('people') } },
});
/** The functions of the server, its adapters, and its sources that read options. */
export const serverCalls: Readonly<Record<string, Call>> = {
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
        pagination: { total: true, user: '$function', types: { articles: { maximum: 5 } } },
      },
      ...{
        errors: { id: '$function' },
        vary: ['Authorization'],
        requireIfMatch: ['articles'],
        uncheckedInverses: { articles: ['author'] },
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
      where: '$function',
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
