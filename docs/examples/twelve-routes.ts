import * as core from '@linkage/core';
import { runOperations } from '@linkage/core/atomic';
import * as http from '@linkage/core/http';
import { fieldOf, selectRecords } from '@linkage/core/records';
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { z } from 'zod';

// #region data
const on = { sort: true, filter: true } as const;
const name = core.attribute(z.string().min(1), on);
const api = core.defineApi({
  articles: {
    attributes: { title: name, words: core.attribute(z.int().min(0).default(0), on) },
    relationships: { author: core.toOne('people', on), tags: core.toMany('tags', { filter: true }) },
  },
  people: { attributes: { name } },
  tags: { attributes: { name } },
});
type Type = core.TypeName<typeof api>;
type Stored<T extends Type> = { readonly type: T; readonly id: string; readonly version: number };
type Article = Stored<'articles'> & { title: string; words: number; author: string | null; tags: string[] };
type Named = Stored<'people' | 'tags'> & { name: string };
type Row = Article | Named;
/** By id. Rows contain the ids of related rows, and never change: a write replaces them. */
let rows = new Map<string, Row>();
let lastId = 0;
const missing = () => new core.JsonApiError(core.errorObject('NOT_FOUND', 'It does not exist.'));
function find<T extends Type>(type: T, id: string): Row & Stored<T> {
  const row = rows.get(id);
  if (row?.type === type) return row as Row & Stored<T>;
  throw missing();
}
function save(row: object): Row {
  const saved = { version: 0, ...row } as Row;
  rows.set(saved.id, { ...saved, version: saved.version + 1 });
  return find(saved.type, saved.id);
}
/** The related rows that still exist: for linkage and `include`, and for filters and orders through relationships. */
function related(row: object, relationship: string): unknown {
  const ids = fieldOf(row, relationship) as string | null | string[];
  return Array.isArray(ids) ? ids.flatMap((id) => rows.get(id) ?? []) : (rows.get(ids ?? '') ?? null);
}
// #endregion data

// #region writes
type Input = { type: Type; lid?: string; attributes: object; relationships: object };
const existing = (type: string, ids: readonly string[]) => ids.filter((id) => rows.get(id)?.type === type);
function fieldsOf(input: Input, id?: string): object {
  http.checkRelated(input, existing);
  return { type: input.type, ...input.attributes, ...http.linkedFields(input, id) };
}
function create(input: Input): Row {
  const id = String(++lastId);
  return save({ id, ...(input.type === 'articles' && { author: null, tags: [] }), ...fieldsOf(input, id) });
}
function updateRelationship(row: Row, relationship: string, change: http.RelationshipChange): void {
  if (change.op !== 'remove') http.checkRelated(change, existing);
  const current = fieldOf(row, relationship) as string[];
  save({ ...row, [relationship]: http.linkedIds(change, current) });
}
// #endregion writes

// #region setup
const urls = core.createUrlScheme(api);
const own = { related, urls };
function pageOf<R extends Row>(type: Type, all: R[], read: http.PageableRequest, url: string) {
  const page = http.readPage(read, url);
  return page.result(selectRecords(api, type, all, read.query, { page: page.slice, related }));
}
// `end`, because `send` adds a charset to the media type, which JSON:API does not allow.
const send = (response: Response, { status, headers: { Vary = 'Accept', ...others }, body }: http.HttpResponse) =>
  response.status(status).vary(Vary).set(others).end(body);
/** The last handler of a URL: 405 for methods without a handler. */
function only(Allow: string): RequestHandler {
  return (request, response) => {
    if (request.method === 'OPTIONS') return void response.status(204).set({ Allow }).end();
    throw new core.JsonApiError(core.errorObject('METHOD_NOT_ALLOWED', `Methods: ${Allow}.`), { headers: { Allow } });
  };
}
export const app = express();
// All bodies as bytes: the functions check the media type and the encoding.
app.use(express.raw({ type: () => true, limit: '1mb' }));
// #endregion setup

// #region operations
app.post('/operations', async (request, response) => {
  const read = await http.readOperationsRequest(api, request, { targetOf: urls.parse });
  const shown = (row: Row) => core.buildDocument(api, row.type, row, { fields: read.query.fields, ...own });
  const before = new Map(rows); // With a database, this is a transaction.
  const results = await runOperations(read.operations, (operation) => {
    const { op, kind } = operation;
    if (kind === 'resource' && op === 'add') return shown(create(operation.input));
    const row = find(operation.target.type, operation.target.id);
    if (kind === 'resource' && op === 'update') return shown(save({ ...row, ...fieldsOf(operation.input) }));
    if (kind === 'resource') rows.delete(row.id);
    else updateRelationship(row, operation.relationship, operation);
    return undefined;
  }).catch((error: unknown) => {
    rows = before;
    throw error;
  });
  send(response, http.operationsResponse(read, results));
});
app.all('/operations', only('POST'));
// #endregion operations

// #region resources
function typeOf(name: string): Type {
  if (core.isTypeName(api, name)) return name;
  throw missing();
}
// For all methods of these URLs: first 404, then 405.
app.param('type', (_request, _response, next, name) => next(core.isTypeName(api, name) ? undefined : missing()));
app.get('/:type', (request, response) => {
  const type = typeOf(request.params.type);
  const read = http.readCollectionRequest(api, type, request);
  const rowsOfType = [...rows.values()].filter((row) => row.type === type);
  const page = pageOf(type, rowsOfType, read, request.url);
  const text = core.serialize(api, type, page.records, { ...http.documentOptions(read, page), ...own });
  send(response, http.documentResponse(read, 200, text));
});
app.post('/:type', async (request, response) => {
  const read = await http.readCreateRequest(api, typeOf(request.params.type), request);
  const row = create(read.input);
  const text = core.serialize(api, row.type, row, { ...http.documentOptions(read), ...own });
  const headers = { Location: urls.resource(row.type, row.id) };
  send(response, http.documentResponse(read, 201, text, { version: row.version, headers }));
});
app.all('/:type', only('GET, HEAD, POST'));

app.get('/:type/:id', (request, response) => {
  const type = typeOf(request.params.type);
  const read = http.readResourceRequest(api, type, request);
  const row = find(type, request.params.id);
  const text = core.serialize(api, type, row, { ...http.documentOptions(read), ...own });
  send(response, http.documentResponse(read, 200, text, { version: row.version }));
});
app.patch('/:type/:id', async (request, response) => {
  const type = typeOf(request.params.type);
  const read = await http.readUpdateRequest(api, type, request.params.id, request);
  const before = find(type, request.params.id);
  http.checkPreconditions(read, before.version);
  const row = save({ ...before, ...fieldsOf(read.input) });
  const text = core.serialize(api, type, row, { ...http.documentOptions(read), ...own });
  send(response, http.documentResponse(read, 200, text, { version: row.version }));
});
app.delete('/:type/:id', (request, response) => {
  const type = typeOf(request.params.type);
  const read = http.readResourceRequest(api, type, request);
  const row = find(type, request.params.id);
  http.checkPreconditions(read, row.version);
  rows.delete(row.id);
  send(response, http.documentResponse(read, 204));
});
app.all('/:type/:id', only('GET, HEAD, PATCH, DELETE'));
// #endregion resources

// #region relationships
app.get('/articles/:id/author', (request, response) => {
  const read = http.readRelatedRequest(api, 'articles', 'author', request);
  const author = related(find('articles', request.params.id), 'author') as Named | null;
  const text = core.serialize(api, 'people', author, { ...http.documentOptions(read), ...own });
  send(response, http.documentResponse(read, 200, text));
});
app.get('/articles/:id/tags', (request, response) => {
  const read = http.readRelatedRequest(api, 'articles', 'tags', request);
  const page = pageOf('tags', related(find('articles', request.params.id), 'tags') as Named[], read, request.url);
  const text = core.serialize(api, 'tags', page.records, { ...http.documentOptions(read, page), ...own });
  send(response, http.documentResponse(read, 200, text));
});
app.all(['/articles/:id/author', '/articles/:id/tags'], only('GET, HEAD'));

function nameOf(name: string): core.RelationshipName<typeof api, 'articles'> {
  if (core.isRelationshipName(api, 'articles', name)) return name;
  throw missing();
}
const relationship = app.route('/articles/:id/relationships/:name');
relationship.get((request, response) => {
  const name = nameOf(request.params.name);
  const read = http.readRelationshipRequest(api, 'articles', name, request);
  const row = find('articles', request.params.id);
  const value = related(row, name) as Named | null | Named[];
  const page = Array.isArray(value) ? pageOf('tags', value, read, request.url) : undefined;
  const shown = page === undefined ? row : { ...row, tags: page.records.map(({ id }) => id) };
  const options = { ...http.documentOptions(read, page ?? request.url), ...own };
  const text = core.serializeRelationship(api, 'articles', shown, name, options);
  send(response, http.documentResponse(read, 200, text, { version: row.version }));
});
const change: RequestHandler<{ id: string; name: string }> = (request, response) => {
  const name = nameOf(request.params.name);
  const read = http.readLinkageRequest(api, 'articles', name, request);
  const row = find('articles', request.params.id);
  http.checkPreconditions(read, row.version);
  updateRelationship(row, name, read);
  send(response, http.documentResponse(read, 204));
};
relationship.patch(change).post(change).delete(change);
relationship.all(only('GET, HEAD, PATCH, POST, DELETE'));
// #endregion relationships

// #region errors
app.use((_request, _response, next) => next(missing()));
app.use(((error, request, response, _next) => {
  send(response, http.errorResponse(error, request));
}) satisfies ErrorRequestHandler);
// #endregion errors
