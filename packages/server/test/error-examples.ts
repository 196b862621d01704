/** A request for each error code, and the server that responds with it. `docs/errors.md` shows the requests and the errors. */
import {
  attribute,
  defineAction,
  defineApi,
  defineQueryParameters,
  type ErrorCode,
  type ErrorObject,
  errorObject,
  JsonApiError,
  toMany,
  toOne,
} from '@linkage/core';
import { z } from 'zod';
import type { JsonApiResponse } from '../src/http.ts';
import {
  atomicOperations,
  createMemoryIdempotencyStore,
  createMemorySources,
  createServer,
  cursorPagination,
  idempotencyKeys,
  type Server,
  type ServerLimits,
  type ServerOptions,
} from '../src/index.ts';

/** One request as text: a request line, headers, an empty line, and the document. */
export interface ErrorExample {
  readonly request: string;
  /** A sentence about the server, if the request alone does not explain the error. */
  readonly note?: string;
  readonly options?: object;
  /** A request that the client sends before; the server responds to it at the same time if `isConcurrent`. */
  readonly before?: string;
  readonly isConcurrent?: boolean;
  /** Replace methods of the source of articles. */
  readonly find?: () => Promise<never>;
  readonly update?: () => Promise<never>;
  /** Whether the client disconnects before the response. */
  readonly disconnects?: boolean;
}

const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string().min(1), { sort: true, filter: true }),
      words: attribute(z.int().optional(), { filter: true }),
      createdAt: attribute(z.string().optional(), { write: false }),
    },
    relationships: {
      author: toOne('people'),
      tags: toMany('tags'),
      blog: toOne('blogs', { required: true, write: 'update' }),
      editors: toMany('people', { required: true, write: 'update' }),
      readers: toMany('people', { member: { level: z.int() } }),
    },
  },
  people: { attributes: { name: z.string() } },
  tags: { clientGeneratedIds: true, actions: { rename: defineAction({ input: z.object({ name: z.string() }) }) } },
  blogs: {},
});

const records = {
  articles: [{ id: '1', title: 'Hello', author: '9', tags: ['a', 'b'], blog: 'b', editors: ['9'] }],
  blogs: [{ id: 'b' }],
  people: [{ id: '9', name: 'Dan' }],
  tags: [{ id: 'a' }, { id: 'b' }],
};

const cursorKey = 'a key of at least thirty-two bytes';
const MEDIA_TYPE = 'application/vnd.api+json';
const limits = (values: Partial<ServerLimits>): object => ({ limits: values });
const write = (line: string, document: unknown, ...fields: readonly string[]): string =>
  [
    line,
    `Content-Type: ${MEDIA_TYPE}`,
    ...fields,
    '',
    typeof document === 'string' ? document : JSON.stringify(document),
  ].join('\n');
const create = (members: object, ...fields: readonly string[]): string =>
  write('POST /articles', { data: { type: 'articles', attributes: { title: 'New' }, ...members } }, ...fields);
const key = 'Idempotency-Key: "4f0c7a2e"';
/** Each use of an example needs a store of its own: a store repeats the response of the use before. */
const keys = (): object => ({
  idempotency: {
    keys: idempotencyKeys({ store: createMemoryIdempotencyStore(), require: ['POST'] }),
    user: () => 'one client',
  },
});
const update = (members: object, ...fields: readonly string[]): string =>
  write('PATCH /articles/1', { data: { type: 'articles', id: '1', ...members } }, ...fields);
const author = (identifier: object): object => ({ relationships: { author: { data: identifier } } });

const reject = (code: ErrorCode, detail: string, headers: Readonly<Record<string, string>>): object => ({
  context: () => Promise.reject(new JsonApiError(errorObject(code, detail), { headers })),
});

/** The examples by code. Every code must have one. */
export const errorExamples: Readonly<Record<ErrorCode, ErrorExample>> = {
  BODY_TOO_LARGE: { request: create({}), note: 'With `limits.bodyBytes: 50`.', options: limits({ bodyBytes: 50 }) },
  DOCUMENT_TOO_DEEP: { request: create({}), note: 'With `limits.bodyDepth: 2`.', options: limits({ bodyDepth: 2 }) },
  DOCUMENT_TOO_MANY_MEMBERS: {
    request: create({}),
    note: 'With `limits.bodyMembers: 2`.',
    options: limits({ bodyMembers: 2 }),
  },
  INVALID_JSON: { request: write('POST /articles', '{ "data": ') },
  INTERNAL_ERROR: {
    request: 'GET /articles/1',
    note: 'A data source throws an error that is not a `JsonApiError`.',
    find: () => Promise.reject(new Error('The connection was rejected.')),
  },
  HEADER_INVALID: { request: 'GET /articles/1\nIf-None-Match: 5' },
  TIMED_OUT: {
    request: 'GET /articles/1',
    note: 'A data source exceeds `limits.sourceTime`.',
    options: limits({ sourceTime: 5 }),
    find: () => new Promise<never>(() => undefined),
  },
  SERVICE_UNAVAILABLE: {
    request: 'GET /articles/1',
    note: 'The database is unavailable.',
    find: () => Promise.reject(new JsonApiError(errorObject('SERVICE_UNAVAILABLE', 'Send the request again later.'))),
  },
  CLIENT_GONE: {
    request: 'GET /articles/1',
    note: 'The client disconnects. It receives no response; `onRequest` and traces receive the code.',
    disconnects: true,
    find: () => new Promise<never>(() => undefined),
  },
  URL_INVALID: { request: 'GET /articles/%FF' },
  URL_TOO_LONG: {
    request: 'GET /articles?sort=title',
    note: 'With `limits.urlLength: 15`.',
    options: limits({ urlLength: 15 }),
  },
  CONTENT_TYPE_UNSUPPORTED: { request: 'POST /articles\nContent-Type: application/json\n\n{}' },
  ACCEPT_UNSATISFIABLE: { request: 'GET /articles\nAccept: text/html' },
  PRECONDITION_FAILED: { request: update({ attributes: { title: 'New' } }, 'If-Match: "old"') },
  PRECONDITION_REQUIRED: {
    request: update({ attributes: { title: 'New' } }),
    note: "With `requireIfMatch: ['articles']`.",
    options: { requireIfMatch: ['articles'] },
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    request: create({}),
    note: "With `idempotencyKeys({ require: ['POST'] })`.",
    get options() {
      return keys();
    },
  },
  IDEMPOTENCY_KEY_REUSED: {
    before: create({ attributes: { title: 'Other' } }, key),
    request: create({}, key),
    note: 'Another request has used this key.',
    get options() {
      return keys();
    },
  },
  IDEMPOTENCY_KEY_IN_USE: {
    before: update({ attributes: { title: 'New' } }, key),
    isConcurrent: true,
    request: update({ attributes: { title: 'New' } }, key),
    note: 'The same request is still running.',
    get options() {
      return { ...keys(), ...limits({ sourceTime: 400 }) };
    },
    update: () => new Promise<never>(() => undefined),
  },
  PARAMETER_UNKNOWN: { request: 'GET /articles?inlcude=author' },
  PARAMETER_INVALID: {
    request: 'GET /articles?dryRun=maybe',
    note: 'With a declared parameter `dryRun`.',
    options: { parameters: defineQueryParameters({ dryRun: z.boolean() }) },
  },
  PARAMETER_REPEATED: { request: 'GET /articles?sort=title&sort=words' },
  PARAMETERS_TOO_MANY: {
    request: 'GET /articles?sort=title&include=author',
    note: 'With `limits.parameters: 1`.',
    options: limits({ parameters: 1 }),
  },
  PARAMETER_NOT_SUPPORTED: { request: 'GET /articles/1?sort=title' },
  RELATIONSHIP_PATH_UNKNOWN: { request: 'GET /articles?include=autor' },
  RELATIONSHIP_PATHS_TOO_MANY: {
    request: 'GET /articles?include=author,tags',
    note: 'With `limits.includePaths: 1`.',
    options: limits({ includePaths: 1 }),
  },
  RELATIONSHIP_PATH_TOO_LONG: { request: 'GET /articles?include=author.author.author.author' },
  INCLUDED_TOO_MANY: {
    request: 'GET /articles?include=author,tags',
    note: 'With `limits.includedResources: 1`.',
    options: limits({ includedResources: 1 }),
  },
  TYPE_UNKNOWN: { request: 'GET /articles?fields[persons]=name' },
  FIELD_UNKNOWN: { request: 'GET /articles?fields[articles]=titel' },
  SORT_NOT_SUPPORTED: { request: 'GET /articles?sort=titel' },
  FILTER_NOT_SUPPORTED: { request: 'GET /articles?filter[createdAt]=2026' },
  FILTER_VALUE_INVALID: { request: 'GET /articles?filter[words]=many' },
  PAGE_INVALID: { request: 'GET /articles?page[size]=500' },
  PAGE_SIZE_EXCEEDED: {
    request: 'GET /articles?page[size]=500',
    note: "With `profiles: [cursorPagination({ applied: 'always' })]`.",
    options: { profiles: [cursorPagination({ key: cursorKey, applied: 'always' })] },
  },
  PAGE_RANGE_NOT_SUPPORTED: {
    request: 'GET /articles?page[after]=AQAB&page[before]=AQAC',
    note: "With `profiles: [cursorPagination({ applied: 'always', ranges: false })]`.",
    options: { profiles: [cursorPagination({ key: cursorKey, applied: 'always', ranges: false })] },
  },
  DOCUMENT_INVALID: { request: write('POST /articles', { data: [{ type: 'articles' }] }) },
  TYPE_CONFLICT: { request: create({ type: 'persons' }) },
  ID_CONFLICT: { request: update({ id: '2' }) },
  CONSTRAINT_VIOLATED: {
    request: update({ attributes: { title: 'Hello' } }),
    note: 'The data source requires unique titles.',
    update: () => {
      const source = { pointer: '/data/attributes/title' };
      return Promise.reject(
        new JsonApiError(errorObject('CONSTRAINT_VIOLATED', 'The value of `title` must be unique.', { source })),
      );
    },
  },
  WRITE_CONFLICT: {
    request: update({ attributes: { title: 'New' } }),
    note: 'Concurrent requests update the same row until the data source stops trying.',
    update: () => Promise.reject(new JsonApiError(errorObject('WRITE_CONFLICT', 'Send the request again.'))),
  },
  VALUE_REJECTED: {
    request: update({ attributes: { title: 'New' } }),
    note: 'The database rejects a value of the request and does not name its column.',
    update: () => Promise.reject(new JsonApiError(errorObject('VALUE_REJECTED', 'A required value is missing.'))),
  },
  RESOURCE_EXISTS: { request: write('POST /tags', { data: { type: 'tags', id: 'a' } }) },
  CLIENT_ID_FORBIDDEN: { request: create({ id: '7' }) },
  ATTRIBUTE_UNKNOWN: { request: update({ attributes: { titel: 'New' } }) },
  ATTRIBUTE_INVALID: { request: update({ attributes: { title: '' } }) },
  INPUT_INVALID: { request: write('POST /tags/a/-actions/rename', { meta: { name: 5 } }) },
  MEMBER_INVALID: {
    request: update({ relationships: { readers: { data: [{ type: 'people', id: '9', meta: { level: 'x' } }] } } }),
  },
  RELATIONSHIP_REQUIRED: { request: update({ relationships: { blog: { data: null } } }) },
  RELATIONSHIP_UNKNOWN: { request: update({ relationships: { autor: { data: null } } }) },
  FIELD_READ_ONLY: { request: update({ attributes: { createdAt: '2026-01-01' } }) },
  LINKAGE_TOO_LARGE: {
    request: write('POST /articles/1/relationships/tags', {
      data: [
        { type: 'tags', id: 'a' },
        { type: 'tags', id: 'b' },
      ],
    }),
    note: 'With `limits.linkageMembers: 1`.',
    options: limits({ linkageMembers: 1 }),
  },
  LOCAL_ID_UNKNOWN: { request: create(author({ type: 'people', lid: 'me' })) },
  NOT_FOUND: { request: 'GET /articles/2' },
  RELATED_RESOURCE_NOT_FOUND: { request: create(author({ type: 'people', id: '99' })) },
  UNAUTHORIZED: {
    request: 'GET /articles/1',
    note: 'The `context` of the application rejects the user.',
    options: reject('UNAUTHORIZED', 'A valid bearer token is required.', { 'WWW-Authenticate': 'Bearer' }),
  },
  TOO_MANY_REQUESTS: {
    request: 'GET /articles/1',
    note: 'The `context` of the application counts requests.',
    options: reject('TOO_MANY_REQUESTS', 'A user can send 100 requests per minute.', { 'Retry-After': '60' }),
  },
  FORBIDDEN: {
    request: 'DELETE /articles/1',
    note: 'With `access.articles.delete: () => false`.',
    options: { defaultAccess: 'allow', access: { articles: { delete: () => false } } },
  },
  METHOD_NOT_ALLOWED: { request: 'PUT /articles/1' },
  OPERATIONS_TOO_MANY: {
    request: [
      'POST /operations',
      `Content-Type: ${MEDIA_TYPE}; ext="https://jsonapi.org/ext/atomic"`,
      '',
      JSON.stringify({
        'atomic:operations': [
          { op: 'remove', ref: { type: 'tags', id: 'a' } },
          { op: 'remove', ref: { type: 'tags', id: 'b' } },
        ],
      }),
    ].join('\n'),
    note: 'With `extensions: [atomicOperations({ limit: 1 })]`.',
    options: { extensions: [atomicOperations({ limit: 1 })] },
  },
  LAST_MEMBER_REQUIRED: {
    request: write('DELETE /articles/1/relationships/editors', { data: [{ type: 'people', id: '9' }] }),
    note: 'The relationship `editors` is required, and contains only this person.',
  },
  OPERATION_NOT_SUPPORTED: {
    request:
      'POST /people\nContent-Type: application/vnd.api+json\n\n{ "data": { "type": "people", "attributes": { "name": "Eve" } } }',
    note: 'The data source of people does not have the method `create`.',
  },
};

function serverOf({ options = {}, find, update: fails }: ErrorExample): Server {
  const sources = createMemorySources(api, records);
  const { create: _, ...people } = sources.people as object as Record<string, unknown>;
  const articles = {
    ...sources.articles,
    ...(find && { find }),
    ...(fails && { update: fails }),
  };
  const actions = { tags: { rename: () => undefined } };
  const settings = { actions, ...options, onError: () => undefined } as ServerOptions<unknown, typeof api>;
  return createServer(api, { ...sources, people, articles } as typeof sources, settings as never);
}

/** Sends a request that is written as text. */
async function send(server: Server, request: string, signal: AbortSignal): Promise<JsonApiResponse> {
  const [head = '', ...body] = request.split('\n\n');
  const [line = '', ...fields] = head.split('\n');
  const [method = '', url = ''] = line.split(' ');
  const headers = Object.fromEntries(fields.map((field) => field.split(': ') as [string, string]));
  return server.handle({ method, url, headers, ...(body.length > 0 && { body: body.join('\n\n') }), signal });
}

/** Sends the request of an example and returns the error of its code. */
export async function errorOf(code: ErrorCode, errors?: ServerOptions['errors']): Promise<ErrorObject> {
  const { options, ...rest } = errorExamples[code];
  const example = { ...rest, options: { ...options, ...(errors && { errors }) } };
  const controller = new AbortController();
  if (example.disconnects) setTimeout(() => controller.abort(), 5);
  const server = serverOf(example);
  const first = example.before === undefined ? undefined : send(server, example.before, controller.signal);
  // The first of two requests at the same time must begin first.
  await (example.isConcurrent === true ? new Promise((resolve) => setTimeout(resolve, 20)) : first);
  const response = await send(server, example.request, controller.signal);
  await first;
  const { errors: found = [] }: { readonly errors?: readonly ErrorObject[] } = JSON.parse(response.body ?? '{}');
  const error = found.find((it) => it.code === code);
  if (error === undefined) throw new Error(`${code}: the server responded with ${response.status} ${response.body}`);
  return error.id === undefined ? error : { ...error, id: 'd4c3b2a1-0000-4000-8000-000000000000' };
}
