import { createClient } from '@linkage/client';
import * as core from '@linkage/core';
import { z } from 'zod';
import { blog } from '../blog.ts';

// biome-ignore lint/suspicious/noExplicitAny: options that the compiler would reject
export type Loose = any;

/** Valid options of a public function, and the function. Wild values of `wild.ts` replace functions. */
export interface Call {
  readonly seed: object;
  readonly run: (options: Loose) => unknown;
}

export const article = { id: '1', title: 'One', author: '1' };
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

/** The functions of core and of the client that read options. */
export const coreCalls: Readonly<Record<string, Call>> = {
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
      urls: '$function',
      retryOn: [503],
      refresh: '$function',
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
    seed: { baseUrl: '/api', urls: '$function' },
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
};
