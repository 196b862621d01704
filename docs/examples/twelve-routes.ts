import * as core from '@linkage/core';
import { runOperations } from '@linkage/core/atomic';
import * as http from '@linkage/core/http';
import { fieldOf, selectRecords } from '@linkage/core/records';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
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
const missing = (members: object = {}) =>
  new core.JsonApiError(core.errorObject('NOT_FOUND', 'It does not exist.', members));
function find(type: string, id: string, pointer?: string): Row {
  const row = rows.get(id);
  if (row?.type === type) return row;
  throw missing(pointer === undefined ? {} : { source: { pointer } });
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
type Op = 'add' | 'update' | 'remove';
type Linkage = core.IdentifierInput | null | readonly core.IdentifierInput[];
type Input = { readonly type: Type; readonly attributes: object; readonly relationships: object };
/** The ids of linkage. A related resource that does not exist is 404. */
function idsOf(linkage: Linkage, pointer = '/data'): string | null | string[] {
  const idOf = ({ type, id = '' }: core.IdentifierInput) => find(type, id, pointer).id;
  if (linkage === null) return null;
  return 'type' in linkage ? idOf(linkage) : [...new Set(linkage.map(idOf))];
}
function fieldsOf({ attributes, relationships }: Omit<Input, 'type'>): object {
  const ids = Object.entries(relationships).map(([name, it]) => [name, idsOf(it, `/data/relationships/${name}`)]);
  return { ...attributes, ...Object.fromEntries(ids) };
}
function create(input: Input): Row {
  const empty = input.type === 'articles' ? { author: null, tags: [] } : {};
  return save({ type: input.type, id: String(++lastId), ...empty, ...fieldsOf(input) });
}
function relate(row: Row, relationship: string, op: Op, linkage: Linkage): void {
  const given = op === 'remove' ? [] : idsOf(linkage);
  const members = new Set([linkage ?? []].flat().map(({ id = '' }) => id));
  const others = op === 'update' ? [] : (fieldOf(row, relationship) as string[]).filter((id) => !members.has(id));
  save({ ...row, [relationship]: Array.isArray(given) ? [...others, ...given] : given });
}
// #endregion writes

// #region setup
type Read<Include> = http.WithQuery<{ readonly include: Include; readonly fields: core.Fieldsets<typeof api> }>;
const optionsOf = <Include>({ query: { include, fields }, jsonapi }: Read<Include>) => {
  return { include, fields, jsonapi, related, baseUrl: '' };
};
function pageOf<R extends Row>(type: Type, all: R[], read: http.PageableRequest, url: string) {
  const page = http.readPage(read, url);
  return page.result(selectRecords(api, type, all, read.query, { page: page.slice, related }));
}
// `end`, because `send` adds a charset to the media type, which JSON:API does not allow.
const send = (response: Response, { status, headers: { Vary = '', ...others }, body }: http.HttpResponse) =>
  response.status(status).vary(Vary).set(others).end(body);
/** The last handler of a URL: 405 for methods without a handler. */
function only(Allow: string): RequestHandler {
  return (request, response) => {
    if (request.method === 'OPTIONS') return void response.status(204).set({ Allow }).end();
    throw new core.JsonApiError(core.errorObject('METHOD_NOT_ALLOWED', `Methods: ${Allow}.`), { headers: { Allow } });
  };
}
const textOf = (row: Row, read: Read<readonly ('author' | 'tags')[] | undefined>) =>
  core.serialize(api, row.type, row, optionsOf(read));

export const app = express();
// All payloads as text: the functions check the media type.
app.use(express.text({ type: () => true, limit: '1mb' }));
// #endregion setup

// #region operations
const targetOf = (href: string) => core.createUrlScheme(api).parse(href.split('/').slice(1));
app.post('/operations', async (request, response) => {
  const read = await http.readOperationsRequest(api, request, { targetOf });
  const shown = (row: Row) => core.buildDocument(api, row.type, row, { fields: read.query.fields, baseUrl: '' });
  const before = new Map(rows); // With a database, this is a transaction.
  const results = await runOperations(read.operations, (operation) => {
    const { op, kind } = operation;
    if (kind === 'resource' && op === 'add') return shown(create(operation.input));
    const row = find(operation.target.type, operation.target.id);
    if (kind === 'resource' && op === 'update') return shown(save({ ...row, ...fieldsOf(operation.input) }));
    if (kind === 'resource') rows.delete(row.id);
    else relate(row, operation.relationship, op, operation.linkage);
    return undefined;
  }).catch((error: unknown) => {
    rows = before;
    throw error;
  });
  const text = JSON.stringify({ jsonapi: read.jsonapi, 'atomic:results': results });
  send(response, http.documentResponse(read, 200, text));
});
app.all('/operations', only('POST'));
// #endregion operations

// #region resources
app.param('type', (_request, _response, next, type) => next(api.types.has(type) ? undefined : missing()));
app.get('/:type', (request, response) => {
  const type = request.params.type as Type;
  const read = http.readCollectionRequest(api, type, request);
  const rowsOfType = [...rows.values()].filter((row) => row.type === type);
  const { records, links, meta } = pageOf(type, rowsOfType, read, request.url);
  const text = core.serialize(api, type, records, { ...optionsOf(read), links, meta });
  send(response, http.documentResponse(read, 200, text));
});
app.post('/:type', async (request, response) => {
  const read = await http.readCreateRequest(api, request.params.type as Type, request);
  const row = create(read.input);
  const headers = { Location: `/${row.type}/${row.id}` };
  send(response, http.documentResponse(read, 201, textOf(row, read), { version: row.version, headers }));
});
app.all('/:type', only('GET, HEAD, POST'));

app.get('/:type/:id', (request, response) => {
  const type = request.params.type as Type;
  const read = http.readResourceRequest(api, type, request);
  const row = find(type, request.params.id);
  send(response, http.documentResponse(read, 200, textOf(row, read), { version: row.version }));
});
app.patch('/:type/:id', async (request, response) => {
  const [type, { id }] = [request.params.type as Type, request.params];
  const read = await http.readUpdateRequest(api, type, id, request);
  http.checkPreconditions(read, find(type, id).version);
  const row = save({ ...find(type, id), ...fieldsOf(read.input) });
  send(response, http.documentResponse(read, 200, textOf(row, read), { version: row.version }));
});
app.delete('/:type/:id', (request, response) => {
  const read = http.readResourceRequest(api, request.params.type as Type, request);
  const row = find(request.params.type, request.params.id);
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
  send(response, http.documentResponse(read, 200, core.serialize(api, 'people', author, optionsOf(read))));
});
app.get('/articles/:id/tags', (request, response) => {
  const read = http.readRelatedRequest(api, 'articles', 'tags', request);
  const tags = related(find('articles', request.params.id), 'tags') as Named[];
  const { records, links, meta } = pageOf('tags', tags, read, request.url);
  const text = core.serialize(api, 'tags', records, { ...optionsOf(read), links, meta });
  send(response, http.documentResponse(read, 200, text));
});
app.all(['/articles/:id/author', '/articles/:id/tags'], only('GET, HEAD'));

type Name = core.RelationshipName<typeof api, 'articles'>;
const names = api.types.get('articles')?.relationships;
app.param('name', (_request, _response, next, field) => next(names?.has(field) ? undefined : missing()));
const relationship = app.route('/articles/:id/relationships/:name');
relationship.get((request, response) => {
  const field = request.params.name as Name;
  const read = http.readRelationshipRequest(api, 'articles', field, request);
  const row = find('articles', request.params.id);
  const value = related(row, field) as Named | null | Named[];
  const page = Array.isArray(value) ? pageOf('tags', value, read, request.url) : undefined;
  const shown = page === undefined ? row : { ...row, tags: page.records.map(({ id }) => id) };
  const options = { ...optionsOf(read), links: page?.links, meta: page?.meta };
  const text = core.serializeRelationship(api, 'articles', shown, field, options);
  send(response, http.documentResponse(read, 200, text, { version: row.version }));
});
const change = (op: Op) => (request: Request<{ id: string; name: string }>, response: Response) => {
  const read = http.readLinkageRequest(api, 'articles', request.params.name as Name, request);
  const row = find('articles', request.params.id);
  http.checkPreconditions(read, row.version);
  relate(row, request.params.name, op, read.linkage);
  send(response, http.documentResponse(read, 204));
};
relationship.patch(change('update')).post(change('add')).delete(change('remove'));
relationship.all(only('GET, HEAD, PATCH, POST, DELETE'));
// #endregion relationships

// #region errors
app.use((_request, _response, next) => next(missing()));
app.use(((error, request, response, _next) => {
  send(response, http.errorResponse(error, request));
}) satisfies ErrorRequestHandler);
// #endregion errors
