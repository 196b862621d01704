import type { Described, OperationsEndpoint } from './described.ts';
import { arrayAt, isObject, type Json, type JsonObject, member, objectAt, textOf } from './json.ts';
import { type KnownField, type KnownType, MAX_FIELDS } from './knowledge.ts';
import { readFields, type Side } from './openapi-fields.ts';
import { parameterNamesOf } from './openapi-parameters.ts';
import { createOpenApiReader, type OpenApiReader } from './openapi-reader.ts';
import { typeNamesOf } from './openapi-schema.ts';
import { decode } from './query.ts';

const MAX_PATHS = 20_000;
const ATOMIC = 'https://jsonapi.org/ext/atomic';

/** The operations at a path, and at the path of one resource below it. */
interface Collection {
  readonly path: string;
  readonly item: JsonObject;
  readonly one: JsonObject | undefined;
}

/**
 * Reads the types of an OpenAPI document. A type is a path without placeholders whose GET responds with an array of
 * resource objects.
 *
 * @throws {Error} If the document is too large.
 */
export function readOpenApi(document: unknown): Described {
  const reader = createOpenApiReader(document);
  const entries = Object.entries(objectAt(document, 'paths'));
  if (entries.length > MAX_PATHS) throw new Error('The OpenAPI document has too many paths for the page.');
  const base = basePathOf(document);
  const items = new Map(entries.flatMap(([path, item]) => (isObject(item) ? [[path, item] as const] : [])));
  const ones = new Map([...items].flatMap(([path, item]) => (isOfOne(path) ? [[parentOf(path), item] as const] : [])));
  const types = new Map<string, KnownType>();
  let operations: OperationsEndpoint | undefined;
  for (const [path, item] of items) {
    if (!path.startsWith('/') || path.includes('{')) continue;
    if (contentOf(reader, reader.resolve(member(item, 'post')), 'requestBody', isAtomic) !== undefined)
      operations = { path: below(base, path), hasConditions: member(document, 'x-linkage-contract') !== undefined };
    const type = typeOf(reader, { path, item, one: ones.get(path) });
    if (type !== undefined && !types.has(type.name)) types.set(type.name, { ...type, path: below(base, path) });
  }
  return { kind: 'OpenAPI', types: withSpecificTargets(types), operations, ...relatedQueriesOf(document) };
}

/** The profile for the members of included relationships: a parameter requires it, unless the API always applies it. */
function relatedQueriesOf(document: unknown): Pick<Described, 'relatedQueries'> {
  const parameters = Object.values(objectAt(member(document, 'components'), 'parameters'));
  const parameter = parameters.find((it) => member(it, 'name') === 'relatedQuery');
  const description = textOf(member(parameter, 'description') ?? '');
  const [, uri = ''] = /^Requires the profile ([^\s"]+)\.$/.exec(description) ?? [];
  return parameter === undefined ? {} : { relatedQueries: uri };
}

/** The paths of some documents contain the path of the API, and those of others begin below it. */
function basePathOf(document: unknown): string {
  const url = member(arrayAt(document, 'servers')[0], 'url');
  if (typeof url !== 'string' || !URL.canParse(url, 'http://host')) return '';
  return new URL(url, 'http://host').pathname.replace(/\/$/, '');
}

function isOfOne(path: string): boolean {
  return /^[^{]*\/\{[^{}/]*\}$/.test(path);
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function typeOf(reader: OpenApiReader, { path, item, one }: Collection): KnownType | undefined {
  const get = reader.resolve(member(item, 'get'));
  const data = dataOf(reader, contentOf(reader, get, 'responses'));
  const list = reader.resolve(data);
  if (list === undefined || member(list, 'items') === undefined) return undefined;
  const resources = reader.alternativesOf(member(list, 'items'));
  if (resources.every((it) => reader.property(it, 'type') === undefined)) return undefined;
  const names = [...new Set(resources.flatMap((it) => typeNamesOf(reader, it)))];
  // A collection of several types has a name of its own, and the fields of all of them.
  const name = names.length === 1 ? names[0] : decode(path.slice(path.lastIndexOf('/') + 1));
  if (name === undefined || name === '') return undefined;
  const side = (operation: JsonObject | undefined): Side => ({
    exists: operation !== undefined,
    schema: dataOf(reader, contentOf(reader, operation, 'requestBody')),
  });
  const create = side(reader.resolve(member(item, 'post')));
  const update = side(reader.resolve(member(one, 'patch')));
  const parameters = parameterNamesOf(reader, get, item);
  const fields = resources.flatMap((resource) => [...readFields(reader, { resource, create, update }, parameters)]);
  const has = (from: JsonObject | undefined, method: string): boolean => isObject(member(from, method.toLowerCase()));
  const methods = ['GET', 'POST'].filter((it) => has(item, it));
  const id = reader.property(create.schema, 'id');
  return {
    name,
    path,
    fields: new Map(fields.slice(0, MAX_FIELDS)),
    methods: new Set([...methods, ...['PATCH', 'DELETE'].filter((it) => has(one, it))]),
    clientIds: id !== undefined && id !== false,
    ...(parameters.pageSize !== undefined && { pageSize: parameters.pageSize }),
  };
}

/** Returns the schema of the member `data` of a document. */
function dataOf(reader: OpenApiReader, schema: Json | undefined): Json | undefined {
  for (const it of reader.alternativesOf(schema)) {
    const data = reader.property(it, 'data');
    if (data !== undefined) return data;
  }
  return undefined;
}

function isJsonApi(mediaType: string): boolean {
  return /^application\/(?:vnd\.api\+)?json\s*(?:;|$)/i.test(mediaType) && !isAtomic(mediaType);
}

function isAtomic(mediaType: string): boolean {
  return mediaType.includes(ATOMIC);
}

/** Returns the schema of the request document, or of the response with the first status of success. */
function contentOf(
  reader: OpenApiReader,
  operation: JsonObject | undefined,
  part: 'requestBody' | 'responses',
  accepts: (mediaType: string) => boolean = isJsonApi,
): Json | undefined {
  const given = reader.resolve(member(operation, part));
  const success = part === 'responses' ? Object.keys(given ?? {}).find((status) => /^2/.test(status)) : undefined;
  const body = part === 'responses' ? reader.resolve(member(given, success ?? 'default')) : given;
  const found = Object.entries(objectAt(body, 'content')).find(([mediaType]) => accepts(mediaType));
  return found === undefined ? undefined : (member(found[1], 'schema') ?? true);
}

function below(base: string, path: string): string {
  return base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path;
}

/** Some documents have one list of all types, which does not tell the types of a relationship. */
function withSpecificTargets(types: ReadonlyMap<string, KnownType>): ReadonlyMap<string, KnownType> {
  const isSpecific = ({ targets }: KnownField): boolean => types.size < 3 || targets.length < types.size;
  const fieldsOf = ({ fields }: KnownType): KnownType['fields'] =>
    new Map([...fields].map(([name, field]) => [name, isSpecific(field) ? field : { ...field, targets: [] }]));
  return new Map([...types].map(([name, type]) => [name, { ...type, fields: fieldsOf(type) }]));
}
