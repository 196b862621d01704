/** Every function with options rejects those that it does not know: an option that is overlooked is a rule that is not kept. */

import { readFileSync } from 'node:fs';
import { createServer as createHost } from 'node:http';
import { BaseSQLiteDatabase, SQLiteSyncDialect, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type JsonApiErrorHandlerOptions,
  type JsonApiPluginOptions,
  jsonApiErrorHandler,
  jsonApiFrameworkErrors,
  jsonApiNotFound,
  jsonApiPlugin,
} from '../../adapters/fastify/src/index.ts';
import { type FetchHandlerOptions, toFetchHandler } from '../../adapters/fetch/src/index.ts';
import {
  type JsonApiErrorsOptions,
  type JsonApiMiddlewareOptions,
  jsonApiErrors,
  jsonApiMiddleware,
} from '../../adapters/koa/src/index.ts';
import {
  createShutdown,
  type ErrorHandlerOptions,
  type NodeHandlerOptions,
  type ShutdownOptions,
  toErrorHandler,
  toNodeHandler,
} from '../../adapters/node/src/index.ts';
import {
  type AggregatesQuery,
  type AtomicOptions,
  atomicRequests,
  type Changes,
  type ClientOptions,
  createClient,
  type ImportOptions,
  importRows,
  type LinkageUpdate,
  type ListQuery,
  type NewResource,
  type OperationOptions,
  type ReadOptions,
  readAggregates,
  relatedQuery,
  type WriteOptions,
} from '../../client/src/index.ts';
import {
  type AccessRule,
  type AggregateFields,
  type AggregatesOptions,
  type AtomicOperationsOptions,
  aggregates,
  atomicOperations,
  type CursorPaginationOptions,
  createMemoryIdempotencyStore,
  createMemorySources,
  createServer,
  cursorPagination,
  type DataSource,
  type DocumentMembers,
  type ExtendSourceOptions,
  type ExtensionEndpoint,
  type ExtensionMembersOf,
  extendSource,
  type IdempotencyOptions,
  idempotencyKeys,
  type MemoryIdempotencyOptions,
  type PaginationOptions,
  type ProfileMeta,
  type RelatedQueriesOptions,
  type RelationshipObjectMembers,
  type ResourceObjectMembers,
  type RootOption,
  relatedQueries,
  type ServerErrorHooks,
  type ServerExtension,
  type ServerLimits,
  type ServerProfile,
  type SplitOptions,
  splitSources,
  type Tracing,
  type TypeHooks,
  type UserKeys,
} from '../../server/src/index.ts';
import { ServerOptions } from '../../server/src/pipeline/server-options.ts';
import type { TypePageRules } from '../../server/src/request/pagination/page-rules.ts';
import { createDrizzleSources, type DrizzleSourceOptions } from '../../sources/drizzle/src/index.ts';
import {
  type ColumnMapping,
  createIdempotencyTable,
  createKyselyIdempotencyStore,
  createKyselySources,
  createOutboxTable,
  type EventStreamOptions,
  eventStream,
  type IdempotencyTableOptions,
  type KyselySourceOptions,
  type OutboxTableOptions,
  type ReadEventsOptions,
  type ReadOutboxOptions,
  readEvents,
  readOutbox,
} from '../../sources/kysely/src/index.ts';
import { createPrismaSources, type PrismaSourceOptions } from '../../sources/prisma/src/index.ts';
import { type CompareOptions, compareDescriptions } from '../../tools/changes/src/index.ts';
import {
  createDocuments,
  type DocumentsOptions,
  type SeedOptions,
  seedRecords,
} from '../../tools/conformance/src/fast-check.ts';
import {
  type CursorSample,
  type RelationshipSample,
  type ResourceSample,
  type RunOptions,
  runConformance,
  type Samples,
  type TypeSample,
  type UrlSample,
} from '../../tools/conformance/src/index.ts';
import { type DescribeOptions, describeConformance } from '../../tools/conformance/src/vitest.ts';
import { createProject, type ProjectChoices } from '../../tools/create-linkage/src/index.ts';
import { type ExplorerOptions, explorerFiles, toExplorerHandler } from '../../tools/explorer/src/index.ts';
import {
  type OpenApiInfo,
  type OpenApiOptions,
  openApiDocument,
  type ServedOpenApiOptions,
  withOpenApi,
} from '../../tools/openapi/src/index.ts';
import { type DraftOptions, draftModel } from '../../tools/sql/src/index.ts';
import { parseOperations, type ReadOperationsOptions } from '../src/atomic.ts';
import { type CursorOptions, cursorStrategy } from '../src/cursor-pagination.ts';
import * as http from '../src/http.ts';
import * as core from '../src/index.ts';
import { type SelectOptions, selectRecords } from '../src/records.ts';
import type * as coreRules from '../src/rules.ts';
import { blog } from './blog.ts';

/** A function as users without types have it. */
const loose = (call: unknown): ((...given: readonly unknown[]) => unknown) => call as never;

interface Case {
  /** The beginning of the error message. */
  readonly where: string;
  readonly names: readonly string[];
  readonly call: (given: object) => unknown;
}

/** All names of an interface: the compiler reports one that is missing here. */
function names<Options>(all: Record<keyof Required<Options>, 1>): readonly string[] {
  return Object.keys(all);
}

const build = names<core.BuildOptions<core.Api, string>>({
  include: 1,
  fields: 1,
  links: 1,
  meta: 1,
  jsonapi: 1,
  additional: 1,
  extensions: 1,
  baseUrl: 1,
  urls: 1,
  resources: 1,
  canFind: 1,
  canFindRelated: 1,
  related: 1,
  typeOf: 1,
});
const parseQueryOptions = names<core.ParseQueryOptions>({ limits: 1, parameters: 1, extensions: 1, filterLanguage: 1 });
const documentLimits = names<core.DocumentLimits>({ bytes: 1, depth: 1, members: 1, linkageMembers: 1, errors: 1 });
const parseOptions = [...documentLimits, 'base', 'localIds'];
const endpointMembers = names<ExtensionEndpoint>({
  name: 1,
  path: 1,
  method: 1,
  statuses: 1,
  limits: 1,
  versionOf: 1,
  headers: 1,
  requiresIfMatch: 1,
  allowsCrossSite: 1,
  run: 1,
});

const queryLimits = names<core.QueryLimits>({
  parameters: 1,
  includeDepth: 1,
  includePaths: 1,
  sortFields: 1,
  sortDepth: 1,
  filterTerms: 1,
  filterDepth: 1,
  filterNesting: 1,
  filterValues: 1,
  filterCost: 1,
  filterValueLength: 1,
  errors: 1,
});
const hooks = names<core.ErrorHooks>({ id: 1, about: 1, type: 1, localize: 1 });
const declared = names<core.TypeDeclaration>({
  id: 1,
  attributes: 1,
  relationships: 1,
  actions: 1,
  clientGeneratedIds: 1,
  defaultSort: 1,
  ...{ description: 1, deprecated: 1 },
});
const definition = { members: 1, nodeKinds: 1, parameters: 1, rules: 1, uri: 1 } as const;
const place = names<coreRules.NodeKind>({
  shape: 1,
  aliases: 1,
  members: 1,
  needs: 1,
  others: 1,
  names: 1,
  element: 1,
});
const rule = names<coreRules.Rule>({
  id: 1,
  level: 1,
  spec: 1,
  requirements: 1,
  receiver: 1,
  statement: 1,
  roles: 1,
  needsApi: 1,
  visit: 1,
  missingMember: 1,
  wrongShape: 1,
  unknownMember: 1,
  finish: 1,
});
const uri = 'https://example.com/x';
const article = { id: '1', title: 'A' };
const update = { data: { type: 'articles', id: '1' } };
const create = { data: { type: 'articles', attributes: { title: 'A' } } };
const text = z.string();
const server = createServer(blog, createMemorySources(blog), { baseUrl: '/api' });
const accessed = (rules: object) => loose(createServer)(blog, createMemorySources(blog), { access: rules });
/** No statement is run. */
const db = { getExecutor: () => ({ adapter: new (class SqliteAdapter {})() }) };
const people = core.defineApi({
  people: { attributes: { name: text }, relationships: { friend: core.toOne('people') } },
});
const mapped = (given: object) => loose(createKyselySources)(people, db, { people: given });
const table = { table: 'person', relationships: { friend: null } };
const person = sqliteTable('person', {
  id: sqliteText().primaryKey(),
  name: sqliteText().notNull(),
  friendId: sqliteText(),
});
const drizzle = new BaseSQLiteDatabase('sync', new SQLiteSyncDialect(), {} as never, undefined);
const prisma = { _activeProvider: 'postgresql' };
const drizzled = (given: object) => loose(createDrizzleSources)(people, drizzle, { people: given });

/** A client whose requests are never answered: a wrong argument must be reported before. */
const client = createClient<core.Api>({
  baseUrl: 'https://example.com',
  fetch: () => Promise.reject(new Error('sent')),
  retry: 0,
  atomic: atomicRequests(),
});
const untyped = client as unknown as Record<string, (...given: readonly unknown[]) => unknown>;
const sent = (name: string, ...given: readonly unknown[]) => untyped[name]?.(...given);
type Blog = typeof blog;

const nothing = { handle: () => new Response('{"data":[]}', { status: 200 }) };
const conform = (samples: object) =>
  loose(runConformance)(nothing, { types: { a: {} }, ...samples }, { only: ['nothing'] });
const runner = { describe: () => undefined, test: () => undefined };

/** The functions of requests receive the same options. */
const ofRequest = (read: { readonly name: string }, method: string, ...args: readonly unknown[]): readonly Case[] => {
  const { name } = read;
  const request = { method, url: '/', headers: {} };
  const call = (given: object) => loose(read)(...args, request, given);
  return [
    {
      where: name,
      names: names<http.HttpOptions>({
        ...{ extensions: 1, profiles: 1, parameters: 1, filterLanguage: 1 },
        ...{ limits: 1, onError: 1, targetOf: 1 },
      }),
      call,
    },
    {
      where: `${name}: limits`,
      names: [...new Set([...queryLimits, ...documentLimits, 'operations'])],
      call: (limits) => call({ limits }),
    },
  ];
};
const readRequest = { method: 'GET', negotiated: {}, preconditions: {} };

/** By the name of the export. */
const functions: Readonly<Record<string, readonly Case[]>> = {
  readCollectionRequest: ofRequest(http.readCollectionRequest, 'GET', blog, 'articles'),
  readResourceRequest: ofRequest(http.readResourceRequest, 'GET', blog, 'articles'),
  readRelatedRequest: ofRequest(http.readRelatedRequest, 'GET', blog, 'articles', 'author'),
  readRelationshipRequest: ofRequest(http.readRelationshipRequest, 'GET', blog, 'articles', 'author'),
  readCreateRequest: ofRequest(http.readCreateRequest, 'POST', blog, 'articles'),
  readUpdateRequest: ofRequest(http.readUpdateRequest, 'PATCH', blog, 'articles', '1'),
  readLinkageRequest: ofRequest(http.readLinkageRequest, 'PATCH', blog, 'articles', 'author'),
  readOperationsRequest: ofRequest(http.readOperationsRequest, 'POST', blog),
  errorResponse: ofRequest(http.errorResponse, 'GET', undefined),
  documentResponse: [
    {
      where: 'documentResponse',
      names: names<http.DocumentResponseOptions>({ version: 1, headers: 1 }),
      call: (given) => loose(http.documentResponse)(readRequest, 200, undefined, given),
    },
  ],
  operationsResponse: [
    {
      where: 'documentResponse',
      names: names<http.DocumentResponseOptions>({ version: 1, headers: 1 }),
      call: (given) => loose(http.operationsResponse)(readRequest, [], given),
    },
  ],
  checkPreconditions: [
    {
      where: 'checkPreconditions',
      names: names<http.PreconditionOptions>({ required: 1 }),
      call: (given) => loose(http.checkPreconditions)(readRequest, undefined, given),
    },
  ],
  errorDocument: [
    {
      where: 'errorDocument',
      names: names<http.ErrorDocumentMembers>({ jsonapi: 1, meta: 1, links: 1 }),
      call: (given) => loose(http.errorDocument)([], given),
    },
  ],
  attribute: [
    {
      where: 'attribute',
      names: names<core.AttributeOptions>({
        write: 1,
        read: 1,
        onDemand: 1,
        compute: 1,
        needs: 1,
        sort: 1,
        nulls: 1,
        filter: 1,
        from: 1,
        encode: 1,
        ...{ description: 1, deprecated: 1, jsonSchema: 1 },
      }),
      call: (given) => loose(core.attribute)(text, given),
    },
  ],
  defineAction: [
    {
      where: 'defineAction',
      names: names<core.ActionOptions>({
        ...{ on: 1, input: 1, output: 1, ifMatch: 1, limit: 1 },
        ...{ description: 1, deprecated: 1 },
      }),
      call: (given) => loose(core.defineAction)(given),
    },
  ],
  defineCollection: [
    {
      where: 'defineCollection: "feed"',
      names: names<core.CollectionOptions<string, string, string>>({ types: 1, sort: 1, filter: 1, path: 1 }),
      call: (given) => loose(core.defineCollection)(blog, 'feed', given),
    },
  ],
  buildDocument: [
    {
      where: 'buildDocument',
      names: build,
      call: (given) => loose(core.buildDocument)(blog, 'articles', article, given),
    },
    {
      where: 'buildDocument: resources',
      names: [],
      call: (given) => loose(core.buildDocument)(blog, 'articles', article, { resources: { articles: given } }),
    },
    {
      where: 'buildDocument: urls',
      names: names<core.ResourceUrls>({ resource: 1, relationship: 1, related: 1 }),
      call: (urls) => loose(core.buildDocument)(blog, 'articles', article, { urls }),
    },
    {
      where: 'buildDocument: resources.articles',
      names: ['meta', 'links', 'additional', 'identifierMeta', 'relationships'],
      call: (articles) => loose(core.buildDocument)(blog, 'articles', article, { resources: { articles } }),
    },
    {
      where: 'buildDocument: resources.articles.relationships.author',
      names: ['meta', 'links', 'additional'],
      call: (author) =>
        loose(core.buildDocument)(blog, 'articles', article, {
          resources: { articles: { relationships: { author } } },
        }),
    },
  ],
  buildRelationshipDocument: [
    {
      where: 'buildRelationshipDocument',
      names: build,
      call: (given) =>
        loose(core.buildRelationshipDocument)(blog, 'articles', { id: 1, author: 2 }, 'author', {
          ...given,
          include: undefined,
        }),
    },
  ],
  serializeRelationship: [
    {
      where: 'serializeRelationship',
      names: build,
      call: (given) =>
        loose(core.serializeRelationship)(blog, 'articles', { id: 1, author: 2 }, 'author', {
          ...given,
          include: undefined,
        }),
    },
  ],
  serialize: [
    { where: 'serialize', names: build, call: (given) => loose(core.serialize)(blog, 'articles', article, given) },
  ],
  serializeStream: [
    {
      where: 'serializeStream',
      names: build,
      call: (given) => loose(core.serializeStream)(blog, 'articles', [article], given),
    },
  ],
  defineApi: [
    { where: 'defineApi: a', names: declared, call: (a) => loose(core.defineApi)({ a }) },
    {
      where: 'defineApi: a.x',
      names: ['write', 'include', 'filter', 'sort'],
      call: (options) =>
        loose(core.defineApi)({ a: { relationships: { x: { kind: 'to-one', targets: ['a'], options } } } }),
    },
    {
      where: 'defineApi: a.x',
      names: ['write', 'sort', 'filter', 'encode'],
      call: (options) =>
        loose(core.defineApi)({ a: { attributes: { x: { kind: 'attribute', schema: text, options } } } }),
    },
  ],
  defineExtension: [
    {
      where: 'defineExtension: definition',
      names: names<core.Extension>({ ...definition, namespace: 1 }),
      call: (given) => loose(core.defineExtension)({ uri, ...given }),
    },
    {
      where: 'defineExtension: nodeKinds.x:y',
      names: place,
      call: (given) =>
        loose(core.defineExtension)({ uri, namespace: 'x', nodeKinds: { 'x:y': { ...given, shape: 'object' } } }),
    },
    {
      where: 'defineExtension: rules[0]',
      names: rule,
      call: (given) => loose(core.defineExtension)({ uri, rules: [given] }),
    },
  ],
  defineProfile: [
    {
      where: 'defineProfile: definition',
      names: names<core.Profile>(definition),
      call: (given) => loose(core.defineProfile)({ uri, ...given }),
    },
    {
      where: 'defineProfile: nodeKinds.x:y',
      names: place,
      call: (given) => loose(core.defineProfile)({ uri, nodeKinds: { 'x:y': { ...given, shape: 'object' } } }),
    },
    {
      where: 'defineProfile: rules[0]',
      names: rule,
      call: (given) => loose(core.defineProfile)({ uri, rules: [given] }),
    },
  ],
  describeErrors: [
    { where: 'describeErrors', names: hooks, call: (given) => loose(core.describeErrors)([], given) },
    {
      where: 'describeErrors',
      names: names<core.DescribeErrorsOptions>({ request: 1, language: 1, onFailure: 1 }),
      call: (given) => loose(core.describeErrors)([], {}, given),
    },
    {
      where: 'describeErrors: request',
      names: names<core.RequestFacts>({ method: 1, url: 1, acceptLanguage: 1, framework: 1 }),
      call: (request) => loose(core.describeErrors)([], {}, { request }),
    },
  ],
  translateErrors: [
    {
      where: 'translateErrors',
      names: names<core.TranslateOptions>({ issue: 1 }),
      call: (given) => loose(core.translateErrors)({}, given),
    },
  ],
  describeErrorsAsync: [
    { where: 'describeErrorsAsync', names: hooks, call: (given) => loose(core.describeErrorsAsync)([], given) },
    {
      where: 'describeErrorsAsync',
      names: names<core.DescribeErrorsOptions>({ request: 1, language: 1, onFailure: 1 }),
      call: (given) => loose(core.describeErrorsAsync)([], {}, given),
    },
    {
      where: 'describeErrorsAsync: request',
      names: names<core.RequestFacts>({ method: 1, url: 1, acceptLanguage: 1, framework: 1 }),
      call: (request) => loose(core.describeErrorsAsync)([], {}, { request }),
    },
  ],
  formatMediaType: [
    {
      where: 'formatMediaType: parameters',
      names: names<core.MediaTypeParameters>({ extensions: 1, profiles: 1 }),
      call: loose(core.formatMediaType),
    },
  ],
  formatQuery: [
    {
      where: 'formatQuery: query',
      names: names<core.QueryInput<core.Api, string>>({
        include: 1,
        fields: 1,
        sort: 1,
        filter: 1,
        page: 1,
        parameters: 1,
        extensionParameters: 1,
      }),
      call: (given) => loose(core.formatQuery)(blog, 'articles', given),
    },
    {
      where: 'formatQuery: filter',
      names: names<core.FilterInput>({ field: 1, operator: 1, values: 1 }),
      call: (given) =>
        loose(core.formatQuery)(blog, 'articles', { filter: [{ ...given, field: 'title', values: ['A'] }] }),
    },
    {
      where: 'formatQuery: sort',
      names: names<core.SortField>({ field: 1, descending: 1 }),
      call: (given) => loose(core.formatQuery)(blog, 'articles', { sort: [{ ...given, field: 'title' }] }),
    },
  ],
  JsonApiError: [
    {
      where: 'JsonApiError',
      names: names<core.JsonApiErrorOptions>({ cause: 1, headers: 1, status: 1 }),
      call: (given) => new core.JsonApiError({ status: '400' }, given),
    },
  ],
  deserialize: [
    {
      where: 'deserialize',
      names: ['api', 'type', 'include', 'fields', 'collection'],
      call: (given) => loose(core.deserialize)({ data: null }, given),
    },
  ],
  aggregates: [
    {
      where: 'aggregates',
      names: names<AggregatesOptions>({ uri: 1, applied: 1, groups: 1, timeZone: 1 }),
      call: (given) => loose(aggregates)(blog, {}, given),
    },
    {
      where: 'aggregates: articles',
      names: names<AggregateFields>({ groupBy: 1, sum: 1, min: 1, max: 1 }),
      call: (articles) => loose(aggregates)(blog, { articles }),
    },
  ],
  relatedQueries: [
    {
      where: 'relatedQueries',
      names: names<RelatedQueriesOptions>({ uri: 1, applied: 1 }),
      call: loose(relatedQueries),
    },
  ],
  cursorPagination: [
    {
      where: 'cursorPagination',
      names: names<CursorPaginationOptions>({
        key: 1,
        uri: 1,
        applied: 1,
        ranges: 1,
        itemCursors: 1,
        supportsSort: 1,
      }),
      call: loose(cursorPagination),
    },
  ],
  cursorStrategy: [
    {
      where: 'cursorStrategy',
      names: names<CursorOptions>({ key: 1, ranges: 1, itemCursors: 1, supportsSort: 1 }),
      call: loose(cursorStrategy),
    },
  ],
  selectRecords: [
    {
      where: 'selectRecords',
      names: names<SelectOptions>({ page: 1, related: 1 }),
      call: (given) => loose(selectRecords)(blog, 'articles', [], {}, given),
    },
  ],
  readPage: [
    {
      where: 'readPage',
      names: names<http.PageOptions>({
        ...{ strategy: 1, pageSize: 1, pageSizeMaximum: 1, total: 1, totalName: 1, user: 1 },
      }),
      call: (given) => loose(http.readPage)({ query: { page: new Map(), sort: [], filter: [] } }, '/', given),
    },
  ],
  negotiate: [
    {
      where: 'negotiate: headers',
      names: names<Omit<core.NegotiationHeaders, 'content-type'>>({ accept: 1, contentType: 1, body: 1 }),
      call: (given) => loose(core.negotiate)(given),
    },
    {
      where: 'negotiate: support',
      names: names<core.NegotiationSupport>({ extensions: 1, profiles: 1, version: 1 }),
      call: (given) => loose(core.negotiate)({}, given),
    },
  ],
  parseDocument: [
    { where: 'parseDocument', names: documentLimits, call: (given) => loose(core.parseDocument)('{}', given) },
  ],
  createUrlScheme: [
    {
      where: 'createUrlScheme',
      names: names<core.UrlSchemeOptions>({ baseUrl: 1, collection: 1 }),
      call: (given) => loose(core.createUrlScheme)(blog, given),
    },
  ],
  parseCreate: [
    {
      where: 'parseCreate',
      names: parseOptions,
      call: (given) => loose(core.parseCreate)(blog, 'articles', create, given),
    },
  ],
  parseCreateAsync: [
    {
      where: 'parseCreateAsync',
      names: parseOptions,
      call: (given) => loose(core.parseCreateAsync)(blog, 'articles', create, given),
    },
  ],
  parseLinkage: [
    {
      where: 'parseLinkage',
      names: parseOptions,
      call: (given) => loose(core.parseLinkage)(blog, 'articles', 'author', { data: null }, given),
    },
  ],
  parseUpdate: [
    {
      where: 'parseUpdate',
      names: [...parseOptions, 'id'],
      call: (given) => loose(core.parseUpdate)(blog, 'articles', update, given),
    },
  ],
  parseUpdateAsync: [
    {
      where: 'parseUpdateAsync',
      names: [...parseOptions, 'id'],
      call: (given) => loose(core.parseUpdateAsync)(blog, 'articles', update, given),
    },
  ],
  toRow: [
    {
      where: 'toRow',
      names: names<core.ToRowOptions<unknown>>({ id: 1 }),
      call: (given) => loose(core.toRow)(blog, 'articles', { attributes: {}, relationships: {} }, given),
    },
  ],
  parseQuery: [
    {
      where: 'parseQuery',
      names: parseQueryOptions,
      call: (given) => loose(core.parseQuery)(blog, 'articles', '', given),
    },
    {
      where: 'parseQuery: limits',
      names: queryLimits,
      call: (limits) => loose(core.parseQuery)(blog, 'articles', '', { limits }),
    },
  ],
  parseRelatedQuery: [
    {
      where: 'parseRelatedQuery',
      names: parseQueryOptions,
      call: (given) => loose(core.parseRelatedQuery)(blog, 'articles', 'comments', '', given),
    },
  ],
  parseRelationshipQuery: [
    {
      where: 'parseRelationshipQuery',
      names: parseQueryOptions,
      call: (given) => loose(core.parseRelationshipQuery)(blog, 'articles', 'comments', '', given),
    },
  ],
  parseResourceQuery: [
    {
      where: 'parseResourceQuery',
      names: parseQueryOptions,
      call: (given) => loose(core.parseResourceQuery)(blog, 'articles', '', given),
    },
  ],
  errorObject: [
    {
      where: 'errorObject',
      names: ['source', 'meta'],
      call: (given) => loose(core.errorObject)('NOT_FOUND', '', given),
    },
    {
      where: 'errorObject: source',
      names: names<core.ErrorSource>({ pointer: 1, parameter: 1, header: 1 }),
      call: (source) => loose(core.errorObject)('NOT_FOUND', '', { source }),
    },
    {
      where: 'errorObject',
      names: names<core.ApplicationError>({ code: 1, status: 1, title: 1, detail: 1, source: 1, meta: 1 }),
      call: (given) => loose(core.errorObject)({ ...given, ...('code' in given ? {} : { code: 'X', status: 400 }) }),
    },
  ],
  toMany: [
    {
      where: 'toMany',
      names: names<core.ToManyOptions>({
        ...{ write: 1, read: 1, onDemand: 1, required: 1, include: 1, filter: 1, inverse: 1, from: 1 },
        ...{ description: 1, deprecated: 1, member: 1 },
      }),
      call: (given) => loose(core.toMany)('people', given),
    },
  ],
  toOne: [
    {
      where: 'toOne',
      names: names<core.RelationshipOptions>({
        ...{
          write: 1,
          read: 1,
          onDemand: 1,
          required: 1,
          include: 1,
          filter: 1,
          inverse: 1,
          from: 1,
          sort: 1,
          onDelete: 1,
        },
        ...{ description: 1, deprecated: 1 },
      }),
      call: (given) => loose(core.toOne)('people', given),
    },
  ],
  validateDocument: [
    {
      where: 'validateDocument',
      names: names<core.ValidateOptions>({
        as: 1,
        extensions: 1,
        profiles: 1,
        sparseFieldsets: 1,
        api: 1,
        level: 1,
        rules: 1,
        maxIssues: 1,
      }),
      call: (given) => core.validateDocument({}, given),
    },
  ],
  extendSource: [
    {
      where: 'extendSource: options',
      names: names<ExtendSourceOptions<'list'>>({ applies: 1, parameters: 1 }),
      call: (given) => loose(extendSource)({}, {}, given),
    },
  ],
  splitSources: [
    {
      where: 'splitSources: options',
      names: names<SplitOptions>({ readsPrimary: 1, onCommit: 1, onError: 1 }),
      call: (given) => loose(splitSources)({}, {}, given),
    },
  ],
  createServer: [
    {
      where: 'createServer',
      names: Object.keys(new ServerOptions()),
      call: (given) => loose(createServer)(blog, createMemorySources(blog), given),
    },
    {
      where: 'createServer: sources',
      names: [...blog.types.keys()],
      call: (given) => loose(createServer)(blog, given),
    },
    { where: 'createServer: access', names: [...blog.types.keys()], call: accessed },
    {
      where: 'createServer: access.articles',
      names: names<AccessRule>({
        read: 1,
        fields: 1,
        create: 1,
        update: 1,
        delete: 1,
        updateRelationship: 1,
        act: 1,
        link: 1,
      }),
      call: (articles) => accessed({ articles }),
    },
    {
      where: 'createServer: typeParameters',
      names: [...blog.types.keys()],
      call: (given) => loose(createServer)(blog, createMemorySources(blog), { typeParameters: given }),
    },
    {
      where: 'createServer: root',
      names: names<Exclude<RootOption, boolean>>({ meta: 1 }),
      call: (root) => loose(createServer)(blog, createMemorySources(blog), { root }),
    },
    {
      where: 'createServer: defaultIncludes',
      names: [...blog.types.keys()],
      call: (given) => loose(createServer)(blog, createMemorySources(blog), { defaultIncludes: given }),
    },
    {
      where: 'createServer: documents',
      names: names<DocumentMembers>({ meta: 1, links: 1 }),
      call: (documents) => loose(createServer)(blog, createMemorySources(blog), { documents }),
    },
    {
      where: 'createServer: resources',
      names: [...blog.types.keys()],
      call: (resources) => loose(createServer)(blog, createMemorySources(blog), { resources }),
    },
    {
      where: 'createServer: resources.articles',
      names: names<ResourceObjectMembers>({ needs: 1, meta: 1, links: 1, relationships: 1 }),
      call: (articles) => loose(createServer)(blog, createMemorySources(blog), { resources: { articles } }),
    },
    {
      where: 'createServer: resources.articles.relationships.author',
      names: names<RelationshipObjectMembers>({ meta: 1, links: 1 }),
      call: (author) =>
        loose(createServer)(blog, createMemorySources(blog), {
          resources: { articles: { relationships: { author } } },
        }),
    },
    {
      where: 'createServer: hooks.articles',
      names: names<TypeHooks>({ create: 1, update: 1, delete: 1, updateRelationship: 1 }),
      call: (articles) => loose(createServer)(blog, createMemorySources(blog), { hooks: { articles } }),
    },
    {
      where: 'createServer: hooks.articles.create',
      names: names<NonNullable<TypeHooks['create']>>({
        onlyReads: 1,
        onlyCreates: 1,
        before: 1,
        after: 1,
        afterCommit: 1,
      }),
      call: (create) => loose(createServer)(blog, createMemorySources(blog), { hooks: { articles: { create } } }),
    },
    {
      where: 'createServer: endpoints[0]',
      names: endpointMembers,
      call: (endpoint) => loose(createServer)(blog, createMemorySources(blog), { endpoints: [endpoint] }),
    },
    {
      where: 'createServer: limits',
      names: names<ServerLimits>({
        ...(Object.fromEntries(queryLimits.map((name) => [name, 1])) as Record<keyof core.QueryLimits, 1>),
        bodyBytes: 1,
        bodyDepth: 1,
        bodyMembers: 1,
        urlLength: 1,
        linkageMembers: 1,
        includedResources: 1,
        includedLinkage: 1,
        pageSize: 1,
        pageSizeMaximum: 1,
        requestTime: 1,
        streamTime: 1,
        sourceTime: 1,
        concurrency: 1,
        queue: 1,
        loopDelay: 1,
      }),
      call: (limits) => loose(createServer)(blog, createMemorySources(blog), { limits }),
    },
    {
      where: 'createServer: pagination',
      names: names<PaginationOptions>({
        ...{ strategy: 1, total: 1, totalName: 1, includedSize: 1, types: 1, user: 1, collections: 1 },
      }),
      call: (pagination) => loose(createServer)(blog, createMemorySources(blog), { pagination }),
    },
    {
      where: 'createServer: pagination.types.articles',
      names: names<TypePageRules>({
        strategy: 1,
        total: 1,
        totalName: 1,
        includedSize: 1,
        pageSize: 1,
        pageSizeMaximum: 1,
      }),
      call: (articles) => loose(createServer)(blog, createMemorySources(blog), { pagination: { types: { articles } } }),
    },
    {
      where: 'createServer: urls',
      names: ['collection'],
      call: (urls) => loose(createServer)(blog, createMemorySources(blog), { urls }),
    },
    {
      where: 'createServer: extensions[0]',
      names: names<ServerExtension>({ extension: 1, endpoints: 1, appliesTo: 1, members: 1 }),
      call: (given) => loose(createServer)(blog, createMemorySources(blog), { extensions: [given] }),
    },
    {
      where: 'createServer: extensions[0].endpoints[0]',
      names: endpointMembers,
      call: (endpoint) =>
        loose(createServer)(blog, createMemorySources(blog), {
          extensions: [{ extension: core.defineExtension({ uri }), endpoints: [endpoint] }],
        }),
    },
    {
      where: 'createServer: extensions[0].members',
      names: names<ExtensionMembersOf>({ needs: 1, document: 1, resource: 1, relationship: 1, links: 1, error: 1 }),
      call: (members) =>
        loose(createServer)(blog, createMemorySources(blog), {
          extensions: [{ extension: core.defineExtension({ uri }), members }],
        }),
    },
    {
      where: 'createServer: profiles[0]',
      names: names<ServerProfile>({
        ...{
          profile: 1,
          applied: 1,
          parameters: 1,
          pagination: 1,
          meta: 1,
          aggregates: 1,
          relatedQueries: 1,
          errorTypes: 1,
        },
      }),
      call: (given) => loose(createServer)(blog, createMemorySources(blog), { profiles: [given] }),
    },
    {
      where: 'createServer: profiles[0].meta',
      names: names<ProfileMeta>({ needs: 1, document: 1, resource: 1, identifier: 1, error: 1 }),
      call: (meta) =>
        loose(createServer)(blog, createMemorySources(blog), {
          profiles: [{ profile: core.defineProfile({ uri }), meta }],
        }),
    },
    {
      where: 'createServer: errors',
      names: hooks,
      call: (errors) => loose(createServer)(blog, createMemorySources(blog), { errors }),
    },
    {
      where: 'createServer: errors',
      names: names<ServerErrorHooks>({ id: 1, about: 1, type: 1, language: 1, localize: 1 }),
      call: (errors) => loose(createServer)(blog, createMemorySources(blog), { errors }),
    },
    {
      where: 'createServer: idempotency',
      names: names<UserKeys>({ keys: 1, user: 1 }),
      call: (idempotency) => loose(createServer)(blog, createMemorySources(blog), { idempotency }),
    },
    {
      where: 'createServer: tracing',
      names: names<Tracing>({ startRequest: 1 }),
      call: (tracing) => loose(createServer)(blog, createMemorySources(blog), { tracing }),
    },
  ],
  atomicOperations: [
    {
      where: 'atomicOperations',
      names: names<AtomicOperationsOptions>({ path: 1, limit: 1, upsert: 1 }),
      call: (given) => loose(atomicOperations)(given),
    },
  ],
  atomicRequests: [
    {
      where: 'atomicRequests',
      names: names<AtomicOptions>({ path: 1 }),
      call: (given) => loose(atomicRequests)(given),
    },
    {
      where: 'transaction.remove',
      names: names<OperationOptions>({ ifMatch: 1 }),
      call: (given) => client.atomic((it) => [it.remove({ type: 'articles', id: '1' }, given)]),
    },
  ],
  importRows: [
    {
      where: 'importRows',
      names: names<ImportOptions<core.Api, unknown>>({
        ...{ key: 1, write: 1, batchSize: 1, from: 1, concurrency: 1, signal: 1, onRejected: 1 },
      }),
      call: (given) =>
        importRows(client as never, [], { key: 'a', write: () => undefined, ...(given as object) }).next(),
    },
  ],
  readAggregates: [
    {
      where: 'readAggregates',
      names: names<AggregatesQuery<Blog, 'articles'>>({
        ...{ groupBy: 1, sum: 1, min: 1, max: 1, filter: 1, page: 1, parameters: 1, extensionParameters: 1 },
      }),
      call: (given) => readAggregates(client as never, 'articles', given as never),
    },
  ],
  relatedQuery: [
    {
      where: 'relatedQuery',
      names: ['filter', 'sort', 'page'],
      call: (given) => relatedQuery(client as never, 'articles', 'comments' as never, given as never),
    },
  ],
  createClient: [
    {
      where: 'createClient',
      names: names<ClientOptions>({
        ...{ baseUrl: 1, fetch: 1, headers: 1, retry: 1, idempotencyKeys: 1 },
        ...{
          urls: 1,
          retryOn: 1,
          refresh: 1,
          atomic: 1,
          checks: 1,
          dates: 1,
          totalName: 1,
          maxPages: 1,
          plainJson: 1,
          profiles: 1,
        },
      }),
      call: (given) => loose(createClient)({ baseUrl: 'https://example.com', ...given }),
    },
    {
      where: 'formatQuery: query',
      names: names<ListQuery<Blog, 'articles'>>({
        ...{ include: 1, fields: 1, sort: 1, filter: 1, page: 1, parameters: 1, extensionParameters: 1 },
      }),
      call: (given) => sent('list', 'articles', given),
    },
    {
      where: 'client.get',
      names: names<ReadOptions>({ signal: 1, previous: 1 }),
      call: (given) => sent('get', 'articles', '1', {}, given),
    },
    {
      where: 'client.delete',
      names: names<WriteOptions>({ ifMatch: 1, idempotencyKey: 1, signal: 1 }),
      call: (given) => sent('delete', 'articles', '1', given),
    },
    {
      where: 'client.create: input',
      names: names<NewResource<Blog, 'articles'>>({ id: 1, attributes: 1, relationships: 1 }),
      call: (given) => sent('create', 'articles', given),
    },
    {
      where: 'client.update: changes',
      names: names<Changes<Blog, 'articles'>>({ attributes: 1, relationships: 1 }),
      call: (given) => sent('update', 'articles', '1', given),
    },
    {
      where: 'client.updateRelationship: change',
      names: names<LinkageUpdate<Blog, 'articles', 'comments'>>({ add: 1, remove: 1, replace: 1 }),
      call: (given) => sent('updateRelationship', 'articles', '1', 'comments', given),
    },
  ],
  idempotencyKeys: [
    {
      where: 'idempotencyKeys',
      names: names<IdempotencyOptions>({ store: 1, hours: 1, require: 1, exempt: 1 }),
      call: (given) => loose(idempotencyKeys)(given),
    },
  ],
  createMemoryIdempotencyStore: [
    {
      where: 'createMemoryIdempotencyStore',
      names: names<MemoryIdempotencyOptions>({ sharesWith: 1, keys: 1 }),
      call: (given) => loose(createMemoryIdempotencyStore)(given),
    },
  ],
  eventStream: [
    {
      where: 'eventStream',
      names: names<EventStreamOptions>({ key: 1, path: 1, table: 1, interval: 1, limit: 1, signal: 1 }),
      call: (given) => loose(eventStream)({}, people, db, given),
    },
  ],
  createOutboxTable: [
    {
      where: 'createOutboxTable',
      names: names<OutboxTableOptions>({ table: 1 }),
      call: (given) => loose(createOutboxTable)({}, given),
    },
  ],
  readEvents: [
    {
      where: 'readEvents',
      names: names<ReadEventsOptions>({ table: 1, after: 1, limit: 1 }),
      call: (given) => loose(readEvents)(people, {}, given),
    },
  ],
  readOutbox: [
    {
      where: 'readOutbox',
      names: names<ReadOutboxOptions<never>>({
        ...{ name: 1, run: 1, onGivenUp: 1, signal: 1, table: 1 },
        ...{ batch: 1, attempts: 1, interval: 1, lease: 1, keep: 1 },
      }),
      call: (given) => loose(readOutbox)(people, {}, given),
    },
  ],
  createIdempotencyTable: [
    {
      where: 'createIdempotencyTable',
      names: names<IdempotencyTableOptions>({ table: 1 }),
      call: (given) => loose(createIdempotencyTable)({}, given),
    },
  ],
  parseOperations: [
    {
      where: 'parseOperations',
      names: names<ReadOperationsOptions>({
        operations: 1,
        targetOf: 1,
        bytes: 1,
        depth: 1,
        members: 1,
        linkageMembers: 1,
        errors: 1,
      }),
      call: (given) => loose(parseOperations)(blog, {}, given),
    },
  ],
  createKyselyIdempotencyStore: [
    {
      where: 'createKyselyIdempotencyStore',
      names: names<IdempotencyTableOptions>({ table: 1 }),
      call: (given) => loose(createKyselyIdempotencyStore)({}, given),
    },
  ],
  createMemorySources: [
    {
      where: 'createMemorySources: records',
      names: [...blog.types.keys()],
      call: (given) => loose(createMemorySources)(blog, given),
    },
  ],
  createDrizzleSources: [
    {
      where: 'createDrizzleSources',
      names: names<DrizzleSourceOptions>({
        databaseSchema: 1,
        context: 1,
        onWarning: 1,
        outbox: 1,
        raisedErrors: 1,
        tenant: 1,
      }),
      call: (given) => loose(createDrizzleSources)(people, drizzle, {}, given),
    },
    {
      where: 'createDrizzleSources: mapping',
      names: ['people'],
      call: (given) => loose(createDrizzleSources)(people, drizzle, given),
    },
    {
      where: 'createDrizzleSources: mapping.people',
      names: ['id', 'newId', 'version', 'columns', 'where', 'softDelete', 'onCreate', 'onUpdate', 'attributes'],
      call: (given) => drizzled({ ...given, table: person, relationships: { friend: null } }),
    },
    {
      where: 'createDrizzleSources: mapping.people.attributes.name',
      names: ['column', 'decode', 'encode', 'expression'],
      call: (name) => drizzled({ table: person, attributes: { name }, relationships: { friend: null } }),
    },
    {
      where: 'createDrizzleSources: mapping.people.relationships.friend',
      names: [],
      call: (friend) => drizzled({ table: person, relationships: { friend: { ...friend, column: person.friendId } } }),
    },
  ],
  createKyselySources: [
    {
      where: 'createKyselySources',
      names: names<KyselySourceOptions>({
        context: 1,
        tenant: 1,
        databaseSchema: 1,
        cancelStatements: 1,
        prepareStatements: 1,
        versionsCountEveryWrite: 1,
        onWarning: 1,
        outbox: 1,
        session: 1,
        raisedErrors: 1,
      }),
      call: (given) => loose(createKyselySources)(people, db, {}, given),
    },
    {
      where: 'createKyselySources: tenant',
      names: names<NonNullable<KyselySourceOptions['tenant']>>({ column: 1, of: 1, except: 1 }),
      call: (tenant) => loose(createKyselySources)(people, db, {}, { tenant }),
    },
    {
      where: 'createKyselySources: mapping',
      names: ['people'],
      call: (given) => loose(createKyselySources)(people, db, given),
    },
    {
      where: 'createKyselySources: mapping.people',
      names: ['table', 'id', 'idType', 'newId', 'version', 'attributes', 'relationships'],
      call: (given) => mapped({ ...given, ...table }),
    },
    {
      where: 'createKyselySources: mapping.people.attributes.name',
      names: names<ColumnMapping>({ column: 1, type: 1, form: 1, search: 1, decode: 1, encode: 1 }),
      call: (name) => mapped({ ...table, attributes: { name } }),
    },
    {
      where: 'createKyselySources: mapping.people.relationships.friend',
      names: ['column', 'foreignKey', 'through', 'from', 'to'],
      call: (friend) => mapped({ ...table, relationships: { friend: { ...friend, column: 'friend_id' } } }),
    },
  ],
  createPrismaSources: [
    {
      where: 'createPrismaSources',
      names: names<PrismaSourceOptions>({ context: 1, onWarning: 1, outbox: 1, raisedErrors: 1, tenant: 1 }),
      call: (given) => loose(createPrismaSources)(people, prisma, {}, given),
    },
  ],
  runConformance: [
    {
      where: 'runConformance',
      names: names<RunOptions>({
        only: 1,
        failOn: 1,
        baseline: 1,
        minDecided: 1,
        levels: 1,
        skip: 1,
        most: 1,
        seed: 1,
        specification: 1,
        readOnly: 1,
        allowOrigins: 1,
        destructive: 1,
        timeout: 1,
        signal: 1,
        onResult: 1,
        onWait: 1,
      }),
      call: (given) => loose(runConformance)(nothing, { types: { a: {} } }, { ...given, only: ['nothing'] }),
    },
    {
      where: 'samples',
      names: names<Samples>({
        $schema: 1,
        types: 1,
        headers: 1,
        supports: 1,
        urls: 1,
        version: 1,
        pageSize: 1,
        extensions: 1,
        profiles: 1,
        atomic: 1,
        cursor: 1,
      }),
      call: conform,
    },
    {
      where: 'samples: types.a',
      names: names<TypeSample>({
        collection: 1,
        id: 1,
        create: 1,
        update: 1,
        invalid: 1,
        delete: 1,
        clientIds: 1,
        include: 1,
        sort: 1,
        filter: 1,
        relationships: 1,
      }),
      call: (a) => conform({ types: { a } }),
    },
    {
      where: 'samples: types.a.create',
      names: names<ResourceSample>({ attributes: 1, relationships: 1 }),
      call: (create) => conform({ types: { a: { create } } }),
    },
    {
      where: 'samples: types.a.relationships.b',
      names: names<RelationshipSample>({ to: 1, types: 1, writable: 1, nullable: 1 }),
      call: (b) => conform({ types: { a: { relationships: { b } } } }),
    },
    {
      where: 'samples: urls',
      names: names<UrlSample>({ resource: 1, relationship: 1, related: 1 }),
      call: (urls) => conform({ urls }),
    },
    {
      where: 'samples: supports',
      names: names<NonNullable<Samples['supports']>>({
        include: 1,
        fields: 1,
        sort: 1,
        methodOverride: 1,
      }),
      call: (supports) => conform({ supports }),
    },
    {
      where: 'samples: cursor',
      names: names<CursorSample>({ type: 1, maxSize: 1, ranges: 1, unsupportedSort: 1 }),
      call: (cursor) => conform({ cursor }),
    },
  ],
  describeConformance: [
    {
      where: 'describeConformance',
      names: names<DescribeOptions>({
        only: 1,
        failOn: 1,
        baseline: 1,
        minDecided: 1,
        levels: 1,
        skip: 1,
        most: 1,
        seed: 1,
        specification: 1,
        readOnly: 1,
        allowOrigins: 1,
        destructive: 1,
        runner: 1,
        timeout: 1,
      }),
      call: (given) => loose(describeConformance)('x', nothing, { types: { a: {} } }, { runner, ...given }),
    },
  ],
  createDocuments: [
    {
      where: 'createDocuments',
      names: names<DocumentsOptions>({ attributes: 1, maxLinkage: 1 }),
      call: (given) => loose(createDocuments)(core.defineApi({ tags: {} }), given),
    },
  ],
  seedRecords: [
    {
      where: 'seedRecords',
      names: names<SeedOptions>({ attributes: 1, maxLinkage: 1, count: 1, seed: 1 }),
      call: (given) => loose(seedRecords)(core.defineApi({ tags: {} }), given),
    },
  ],
  openApiDocument: [
    {
      where: 'openApiDocument',
      names: names<OpenApiOptions>({
        ...{ info: 1, servers: 1, securitySchemes: 1, security: 1, pathDepth: 1, typeNames: 1, head: 1, onGap: 1 },
      }),
      call: (given) => loose(openApiDocument)({}, given),
    },
    {
      where: 'openApiDocument: info',
      names: names<OpenApiInfo>({
        ...{ title: 1, version: 1, summary: 1, description: 1, termsOfService: 1, contact: 1, license: 1 },
      }),
      call: (info) => loose(openApiDocument)({}, { info }),
    },
  ],
  draftModel: [
    {
      where: 'draftModel',
      names: names<DraftOptions>({
        ...{ database: 1, schemas: 1, tables: 1, except: 1, types: 1, show: 1, functions: 1, keys: 1 },
        ...{
          names: 1,
          strip: 1,
          filter: 1,
          guess: 1,
          numbers: 1,
          sample: 1,
          isSmall: 1,
          hasRight: 1,
          checks: 1,
          valuesOf: 1,
          hasSecrets: 1,
          uniqueColumn: 1,
        },
      }),
      call: (given) => loose(draftModel)({ tables: new Map() }, { database: 'sqlite', ...given }),
    },
  ],
  withOpenApi: [
    {
      where: 'withOpenApi',
      names: names<ServedOpenApiOptions>({
        ...{ info: 1, servers: 1, securitySchemes: 1, security: 1, pathDepth: 1, typeNames: 1, head: 1, onGap: 1 },
        ...{ path: 1, context: 1, onError: 1 },
      }),
      call: (given) => loose(withOpenApi)(server, given),
    },
  ],
  toFetchHandler: [
    {
      where: 'toFetchHandler',
      names: names<FetchHandlerOptions>({ prefix: 1 }),
      call: (given) => loose(toFetchHandler)(server, given),
    },
  ],
  jsonApiMiddleware: [
    {
      where: 'jsonApiMiddleware',
      names: names<JsonApiMiddlewareOptions>({ prefix: 1 }),
      call: (given) => loose(jsonApiMiddleware)(server, given),
    },
  ],
  jsonApiErrors: [
    {
      where: 'jsonApiErrors',
      names: names<JsonApiErrorsOptions>({ prefix: 1, onError: 1 }),
      call: (given) => loose(jsonApiErrors)(server, given),
    },
  ],
  jsonApiErrorHandler: [
    {
      where: 'jsonApiErrorHandler',
      names: names<JsonApiErrorHandlerOptions>({ server: 1, prefix: 1, onError: 1 }),
      call: (given) => loose(jsonApiErrorHandler)(given),
    },
  ],
  jsonApiPlugin: [
    {
      where: 'jsonApiPlugin',
      names: names<JsonApiPluginOptions>({ server: 1, prefix: 1 }),
      call: (given) => loose(jsonApiPlugin)({}, given),
    },
  ],
  compareDescriptions: [
    {
      where: 'compareDescriptions',
      names: names<CompareOptions>({ levels: 1, today: 1, used: 1 }),
      call: (given) => loose(compareDescriptions)({}, {}, given),
    },
  ],
  createProject: [
    {
      where: 'createProject',
      names: names<ProjectChoices>({ database: 1, framework: 1, tarballs: 1 }),
      call: (given) => loose(createProject)('.', given),
    },
  ],
  ...Object.fromEntries(
    [explorerFiles, toExplorerHandler].map((call) => [
      call.name,
      [
        {
          where: call.name,
          names: names<ExplorerOptions>({
            api: 1,
            description: 1,
            proxy: 1,
            title: 1,
            about: 1,
            examples: 1,
            writes: 1,
          }),
          call: (given: object) => loose(call)('/explorer', given),
        },
      ],
    ]),
  ),
  toNodeHandler: [
    {
      where: 'toNodeHandler',
      names: names<NodeHandlerOptions>({ prefix: 1 }),
      call: (given) => loose(toNodeHandler)(server, given),
    },
  ],
  createShutdown: [
    {
      where: 'createShutdown',
      names: names<ShutdownOptions>({ grace: 1 }),
      call: (given) => loose(createShutdown)(createHost(), given),
    },
  ],
  toErrorHandler: [
    {
      where: 'toErrorHandler',
      names: names<ErrorHandlerOptions>({ prefix: 1, onError: 1 }),
      call: (given) => loose(toErrorHandler)(server, given),
    },
  ],
  jsonApiFrameworkErrors: [
    {
      where: 'jsonApiFrameworkErrors',
      names: names<JsonApiPluginOptions>({ server: 1, prefix: 1 }),
      call: (given) => loose(jsonApiFrameworkErrors)(given),
    },
  ],
  jsonApiNotFound: [
    {
      where: 'jsonApiNotFound',
      names: names<JsonApiPluginOptions>({ server: 1, prefix: 1 }),
      call: (given) => loose(jsonApiNotFound)(given),
    },
  ],
};

/** Exports that take no options, or are not functions. `defineQueryParameters` takes any name that is legal. */
const withoutOptions = [
  // Shared by the server and backends that have their own routes.
  ...['acceptedIn', 'answerError', 'assertApplied', 'assertNoFamilies', 'assertNoIfMatch'],
  ...['assertNoParameters', 'assertNotEncoded', 'assertVersion', 'baseNameOf', 'canSend', 'causeOf', 'checkFieldNames'],
  ...[
    'collectErrors',
    'endpointHeaders',
    'errorParts',
    'errorStatusOf',
    'formatEntityTag',
    'headerOf',
    'ifMatchRequired',
  ],
  ...[
    'isConditional',
    'isNotModified',
    'isReservedField',
    'jsonapiObject',
    'namesForm',
    'namesVersion',
    'noPreconditions',
    'notSupported',
  ],
  ...['parseEntityTags', 'parseRelationshipChange', 'plainVersion', 'pointersBelow'],
  ...[
    'preconditionFailed',
    'readHead',
    'readHostError',
    'readPreconditions',
    'reportFailure',
    'textHash',
    'timePartOf',
    'timeParts',
    'zoneOffsets',
    'throwWith',
    'withPointers',
  ],
  // Readers of members, without options.
  ...[
    'hasOwn',
    'identifiersOf',
    'memberOf',
    'ownMembers',
    'pickMembers',
    'readSchema',
    ...['fieldsBehind', 'isSame', 'keepNumbers', 'listNames', 'makesValues', 'parseExactJson'],
    ...['recordReported', 'resultAtOnce', 'resultOf'],
    ...['idTypeOf', 'isLarge', 'rejectedIds'],
    ...['CHECK', 'allOf', 'andThen', 'assertNotAborted', 'inOrder', 'isPromise', 'orElse', 'together'],
    ...['inSteps', 'isAtOnce', 'markAtOnce', 'ready'],
    'chosenIdOf',
  ],

  'copyMeta',
  ...['compareMapping', 'declareModel', 'defineMapping', 'draftFiles', 'isLocalRequest'],
  ...['changeRules', 'contractText', 'formatReview', 'reviewChanges'],
  'german',
  ...['JSON_API_MEDIA_TYPE', 'defaultDocumentLimits', 'defaultQueryLimits', 'defaultValue', 'withoutDefault'],
  ...['wordsOf'],
  ...['atomicExtension', 'cursorProfile'],
  ...['closestName', 'defineQueryParameters', 'fieldOf', 'identityOf', 'isMemberName', 'nameTable', 'optionTable'],
  ...['canTraverse', 'conditionsThrough', 'hasIds', 'includePlan', 'isIdentifier', 'oncePer', 'plainReference'],
  ...['suggestName', 'without'],
  ...[
    'readOperations',
    'readOnlyDataOf',
    'readOnlyReason',
    'readOptions',
    'readReference',
    'readResponseContentType',
    'resourceUrls',
    'setOwn',
    'settleEnvelope',
    'specifiedRules',
    'toIdString',
    'optional',
    'string',
    'unchecked',
  ],
  // The shared parts of sources.
  ...[
    'attributeAt',
    'followField',
    'foldCondition',
    'memberValue',
    'linkageDifference',
    'parseColumnType',
    'parseMediaType',
    'stepsOf',
  ],
  ...['isRejectedBySource', 'recordRejection', 'isSent', 'markSent', 'markRead', 'sentLike'],
  // Functions of the client without options.
  ...[
    'ClientError',
    'ImportError',
    'applyChange',
    'createAggregates',
    'createIdempotencyKey',
    'createReads',
    'createWrites',
    'errorsByField',
    'errorsByPath',
    'hasStatus',
  ],
  ...[
    'isObject',
    'linkResources',
    'ownMember',
    'mapAnswer',
    'optimistic',
    'patchAnswer',
    'pathSegment',
    'queryText',
    'readActionInput',
    'readActions',
    'requestChecks',
    'attributeDates',
    'resourceUrlsBelow',
    'saveAnswer',
    'subscribe',
  ],
  // The shared parts of commands.
  ...[
    'endWithReader',
    'escapeText',
    'importError',

    'limitedText',
    ...['jsonPathAt', 'jsonPlaces', 'jsonSyntaxError', 'jsonSyntaxMessage', 'locationOf'],
    'hasColors',
    'painter',
    'reasonOf',
    'readSource',
    'knownNames',
    'openBrowser',
    'runCommandOf',
    'usageError',
    'usageText',
  ],
  // Conditions of filters.
  ...[
    'conditionParts',
    'filterOperators',
    'isFilterOperator',
    'isTextOperator',
    'valuesTaken',
    'textComparisonOf',
    'mapTerms',
    'termsIn',
  ],
  // Matchers take what they expect; reports are values.
  ...['canonicalText', 'documentAssert', 'documentSerializer', 'formatReport', 'matchers'],
  // Servers give these what they have settled themselves.
  ...['createDocumentWriter', 'createNegotiator', 'versionText', 'streamDocument', 'parseCreateNow', 'parseUpdateNow'],
  ...[
    'assertMountable',
    'connectionOf',
    'defineContext',
    'memoryRecords',
    'offsetStrategy',
    'openTelemetryTracing',
    'pageNumberStrategy',
  ],
  ...[
    ...['checkRelated', 'linkedFields', 'linkedIds', 'documentOptions', 'isTypeName', 'isRelationshipName'],
    ...['byId', 'placedIdentifiers', 'placedRelationships'],
    'readBounded',
    'readStream',
    'logFailure',
    'mergeVary',
    'bodyHeaders',
    'splitPath',

    'errorTable',
    'defineErrors',
    'defineMessages',
    'englishMessages',
    'negotiateLanguage',
    'messageParts',
    'openApiFetchOptions',
    'MAX_OPERATIONS',
    'MAX_RESPONSE_TIME',
    'appSamples',

    'operatorsOf',
    'canSet',
    'checkKind',
    'describeValue',

    'isField',
    'storedAttributes',
    'canonicalJson',
    'emptyQuery',
    ...['parseQueryOf', 'parseQueryParameterName', 'relationshipUrl', 'resourceUrl', 'mixedUrl'],
    'errorObjectIssues',
    ...['isDefaulted', 'receivedAttributes', 'LinkedRecord', 'Generations'],
    ...['memberDataIn', 'PAGE_MEMBER', 'newMemberMeta', 'requiredMember', 'membership', 'membershipsOf'],
    ...['conditionMessages', 'expectedMessages', 'noNameMessages', 'twoNameMessages'],
    ...['origin', 'originOf', 'errorOf', 'rejection', 'messagePart'],
    'truncate',
    'respondOutside',
    'handleNow',
    'tooManyRequests',
    'unauthorized',
    'respondToError',
    'stripPrefix',
    'textOfParsed',
    ...['base64Of', 'bytesOf'],

    'linksOnly',

    ...['MAX_MEMBERS', 'DEFAULT_TOTAL_NAME', 'totalRules', 'totalMeta', 'traitsOf', 'checkSize', 'pageSettings'],
    ...[
      'checkPageNames',
      'firstPageBy',
      'readPageBy',
      'toPageResult',
      'mergeMeta',
      'memberMeta',
      'pageMeta',
      'cursorErrors',
    ],
    ...[
      'pageLinks',
      'withPage',
      'withParameters',
      'compare',
      'keyOrderOf',
      'keysetPage',
      'matchesFilter',
      'isIdentifierValue',
    ],
    ...['membersMatcher', 'matcherOfAll', 'orderedPage', 'runOperations', 'createLocalReferences', 'dataWithIds'],
    ...[
      'identifierOf',
      'identityText',
      'linkageData',
      'changedResource',
      'newResource',
      'buildCreateDocument',
      'buildUpdateDocument',
    ],
    ...['targetId', 'operationError'],
    ...['assertPageNames', 'firstMembers', 'ownPage', 'recordsIn'],
    ...['syncMembers', 'syncResult'],
    ...['cursorErrorTypes', 'cursorOptionKinds', 'cursorStrategyOf'],

    ...['arrayColumn', 'base64Column', 'booleanColumn', 'instantColumn', 'localDateTimeColumn'],
    ...['callFunction', 'listOfFunctions'],
    'createNodeSqliteDialect',
    'jsonColumn',
    'explainStatements',
    'readDatabaseSchema',
    'replicaPositions',
    ...[
      'databaseSchemaOf',
      'createOrmDialect',
      'dialectOf',
      'kyselyOf',
      'ormKyselyOf',
      'ormSources',
      'ormTransactionOf',
      'transactionOf',
      'hasZeroDefault',
      'readClientModule',
      'beginsIndex',
      'servesOrder',
    ],
    'sourceSuite',
    'suiteApi',
    'suiteRecords',
  ],
];

test('every export is known, with its options or as one that has none', () => {
  const snapshot: object = JSON.parse(readFileSync(`${import.meta.dirname}/exports.snap.json`, 'utf8'));
  const exported = Object.values(snapshot)
    .flat()
    .filter((name: string) => !name.startsWith('type '));
  expect([...Object.keys(functions), ...withoutOptions].sort()).toEqual([...new Set(exported)].sort());
});

/** Returns the error that a call throws or rejects with. */
async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
}

const cases = Object.values(functions).flat();

describe.each(cases.map((it) => [`${it.where}: ${it.names.join(' ')}`, it] as const))(
  '%s',
  (_, { where, names, call }) => {
    test('an unknown name', async () => {
      const error = await thrownBy(() => call({ nonsense: 1 }));
      expect(error).toBeInstanceOf(TypeError);
      expect((error as TypeError).message).toMatch(/: unknown .*"nonsense"\. Known .*: `/);
      expect((error as TypeError).message.startsWith(where)).toBe(true);
    });

    test.each(names.map((name) => [name]))('%s', async (name) => {
      const error = await thrownBy(() => call({ [`${name}${name.at(-1)}`]: undefined }));
      expect(error).toBeInstanceOf(TypeError);
      if (name.length > 1) expect((error as TypeError).message).toContain('Did you mean `');
      // The name itself is known: whatever else is wrong with a call of nothing but undefined.
      const other = await thrownBy(() => call({ [name]: undefined }));
      expect(other instanceof TypeError ? other.message : '').not.toContain('unknown');
    });
  },
);

const wrongKinds: readonly (readonly [() => unknown, string])[] = [
  [
    () => loose(createServer)(blog, createMemorySources(blog), { methodOverride: 'yes' }),
    'createServer: `methodOverride` must be a boolean, but it is "yes".',
  ],
  [
    () => loose(createServer)(blog, createMemorySources(blog), { defaultAccess: 'denied' }),
    'createServer: `defaultAccess` must be "allow" or "deny", but it is "denied".',
  ],
  [
    () => loose(createServer)(blog, createMemorySources(blog), null),
    'createServer: `options` must be an object, but it is null.',
  ],
  [
    () => loose(createServer)(blog, createMemorySources(blog), { limits: 5 }),
    'createServer: `limits` must be an object, but it is 5.',
  ],
  [
    () => loose(createServer)(blog, createMemorySources(blog), { acess: {} }),
    `createServer: unknown option "acess". Did you mean \`access\`? Known options: \`baseUrl\`, \`urls\`, \`extensions\`, \`endpoints\`, \`actions\`, \`root\`, \`profiles\`, \`context\`, \`access\`, \`defaultAccess\`, and ${Object.keys(new ServerOptions()).length - 10} more.`,
  ],
  [
    () => loose(core.toOne)('people', { write: 1 }),
    'toOne: `write` must be true or false or "create" or "update", but it is 1.',
  ],
  [
    () => loose(core.serialize)(blog, 'articles', article, { typeOf: 'a' }),
    'serialize: `typeOf` must be a function, but it is "a".',
  ],
  [
    () => loose(core.validateDocument)({}, { as: 'reponse' }),
    'validateDocument: `as` must be "response" or "create" or "update" or "relationship" or "update-relationship", but it is "reponse".',
  ],
];

test.each(wrongKinds)('%s', (call, message) => {
  expect(call).toThrow(new TypeError(message));
});

describe('sources', () => {
  const find: DataSource['find'] = () => [];
  const start = (articles: unknown) => loose(createServer)(blog, { ...createMemorySources(blog), articles });

  test.each([
    ['lst', 'list'],
    ['finds', 'find'],
    ['relatd', 'related'],
    ['delet', 'delete'],
    ['transactoin', 'transaction'],
  ])('a method that is misspelt: %s', (name, meant) => {
    const message = `createServer: sources.articles: unknown method "${name}". Did you mean \`${meant}\`? If it is a helper, choose another name.`;
    expect(() => start({ [name]: () => [] })).toThrow(new TypeError(message));
    class Source {}
    Object.defineProperty(Source.prototype, name, { value: () => [] });
    expect(() => start(new Source())).toThrow(new TypeError(message));
  });

  test('helpers are allowed, also those with a name close to a method that is there', () => {
    expect(() => start({ find, finds: () => 1, table: 'articles', listAll: () => [], createdAt: 1 })).not.toThrow();
  });

  test('a method is a function', () => {
    expect(() => start({ find: 'all' })).toThrow(
      'createServer: sources.articles: `find` must be a function, but it is "all".',
    );
    expect(() => start(7)).toThrow('createServer: `sources.articles` must be an object, but it is 7.');
  });
});

describe('options as instances of a class', () => {
  class Settings {
    readonly #rules = { articles: { read: () => false } };
    get access(): object {
      return this.#rules;
    }
    context(): number {
      return Object.keys(this.#rules).length;
    }
  }

  test('are read by their class, with `this`', async () => {
    const articles = { list: () => ({ records: [{ id: 1 }] }), find: () => [] };
    const sources = { ...createMemorySources(blog), articles };
    const made = createServer(blog, sources as never, new Settings() as never);
    const { body } = await made.handle({ method: 'GET', url: '/articles', headers: {} });
    expect(JSON.parse(body ?? '')).toMatchObject({ data: [] });
  });
});
