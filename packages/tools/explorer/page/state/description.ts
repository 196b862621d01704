import type { Described } from './described.ts';
import { arrayAt, isObject, type Json, type JsonObject, member, objectAt, stringsOf, textOf } from './json.ts';
import { dataOf, type KnownField, type KnownType, MAX_FIELDS, MAX_TARGETS, membersOf } from './knowledge.ts';
import { readOpenApi } from './openapi.ts';

/**
 * Reads a description of an API: the result of `server.describe()`, or an OpenAPI document. A part that has an unexpected
 * form is left out: an API that is not ours can return anything.
 *
 * @throws {Error} If the value is not a description, or too large.
 */
export function readDescription(value: unknown): Described {
  if (typeof member(value, 'contract') === 'number' && isObject(member(value, 'types'))) return readLinkage(value);
  if (/^3\./.test(textOf(member(value, 'openapi') ?? ''))) return readOpenApi(value);
  throw new Error('The document is neither a description of Linkage nor an OpenAPI 3 document in JSON.');
}

function readLinkage(value: unknown): Described {
  const types = Object.entries(member(value, 'types') as JsonObject).flatMap(([name, type]): [string, KnownType][] =>
    isObject(type) ? [[name, readType(name, type)]] : [],
  );
  const known = new Map(types);
  for (const endpoint of arrayAt(value, 'endpoints')) {
    const collection = readCollection(known, endpoint);
    if (collection !== undefined && !known.has(collection.name)) types.push([collection.name, collection]);
  }
  const path = member(member(value, 'operations'), 'path');
  const limit = member(member(value, 'operations'), 'limit');
  return {
    kind: 'Linkage',
    types: new Map(types),
    hasGroups: member(value, 'filterLanguage') === 'default',
    ...relatedQueriesOf(value),
    operations:
      typeof path === 'string' && path.startsWith('/')
        ? { path, ...(typeof limit === 'number' && { limit }), hasConditions: true }
        : undefined,
  };
}

/** The profile for the members of included relationships, by the family of its parameters. */
function relatedQueriesOf(value: unknown): Pick<Described, 'relatedQueries'> {
  const profile = arrayAt(value, 'profiles').find((it) =>
    Object.keys(objectAt(it, 'parameters')).some((name) => name.startsWith('relatedQuery[')),
  );
  const uri = member(profile, 'uri');
  return typeof uri === 'string' ? { relatedQueries: uri } : {};
}

function readType(name: string, type: JsonObject): KnownType {
  const all = arrayAt(type, 'endpoints');
  const paths = stringsOf(all.map((it) => member(it, 'path'))).filter((path) => path.startsWith('/'));
  // The path of the collection is the shortest one.
  const [path] = paths.toSorted((one, other) => one.length - other.length);
  return {
    name,
    path: path ?? `/${name}`,
    fields: new Map(
      Object.entries(objectAt(type, 'fields'))
        .slice(0, MAX_FIELDS)
        .flatMap(([name, it]) => readField(name, it) ?? [])
        .map((field) => [field.name, field]),
    ),
    // A method of a relationship or of an action is not one of the resource.
    methods: new Set(
      stringsOf(all.filter((it) => isOfResource(path, textOf(member(it, 'path')))).map((it) => member(it, 'method'))),
    ),
    clientIds: member(type, 'clientGeneratedIds') === true,
    ...descriptionOf(type),
    ...pageSizeOf(member(type, 'page')),
  };
}

/** Whether an endpoint is that of a collection, or of one resource of it. */
function isOfResource(collection: string | undefined, path: string): boolean {
  return collection !== undefined && (path === collection || /^\/\{[^/]+\}$/.test(path.slice(collection.length)));
}

/** Reads a collection of several types as a type that is only listed: its fields are those that `sort`, `filter`, and `include` accept. */
function readCollection(known: ReadonlyMap<string, KnownType>, endpoint: Json): KnownType | undefined {
  const [collection, path] = [member(endpoint, 'collection'), textOf(member(endpoint, 'path') ?? '')];
  const name = textOf(member(collection, 'name') ?? '');
  if (name === '' || !path.startsWith('/')) return undefined;
  const of = stringsOf(member(endpoint, 'types')).flatMap((type) => [...(known.get(type)?.fields.values() ?? [])]);
  const sorts = stringsOf(member(collection, 'sort')).map((field) => field.replace(/^-/, ''));
  const filter = objectAt(collection, 'filter');
  const fields = of.map((field): [string, KnownField] => [
    field.name,
    { ...field, canSort: sorts.includes(field.name), operators: stringsOf(member(filter, field.name)) },
  ]);
  return {
    ...{ name, path, clientIds: false, methods: new Set(['GET']) },
    fields: new Map(fields.slice(0, MAX_FIELDS)),
    ...pageSizeOf(member(collection, 'page')),
  };
}

function readField(name: string, described: Json): KnownField | undefined {
  const kind = member(described, 'kind');
  if (kind !== 'attribute' && kind !== 'to-one' && kind !== 'to-many') return undefined;
  const isAttribute = kind === 'attribute';
  const [schema, write] = [member(described, 'schema'), member(described, 'write')];
  return {
    name,
    kind,
    targets: stringsOf(member(described, 'targets')).slice(0, MAX_TARGETS),
    ...(isAttribute && schema !== undefined && { schema }),
    canInclude: !isAttribute && member(described, 'include') === true,
    canSort: isAttribute && member(described, 'sort') === true,
    nulls: ['first', 'last'].find((it) => it === member(described, 'nulls')),
    operators: stringsOf(member(described, 'filterOperators')).slice(0, MAX_TARGETS),
    ...membersOf(Object.entries(objectAt(described, 'filterMembers')).map(([path, it]) => [path, stringsOf(it)])),
    canWrite: write !== false,
    ...((write === 'create' || write === 'update') && { onlyIn: write }),
    required: member(described, 'required') === true,
    ...descriptionOf(described),
    ...pageSizeOf(member(described, 'page')),
    ...dataOf(
      Object.entries(objectAt(described, 'member')).flatMap(([data, it]) =>
        isObject(it) ? (readField(data, { ...it, kind: 'attribute' }) ?? []) : [],
      ),
    ),
  };
}

function descriptionOf(described: Json): { readonly description?: string } {
  const description = member(described, 'description');
  return typeof description === 'string' ? { description } : {};
}

function pageSizeOf(page: Json | undefined): Pick<KnownType, 'pageSize'> {
  const [name, size, maximum] = ['sizeName', 'size', 'maximum'].map((it) => member(page, it));
  const [rule, totalName] = ['total', 'totalName'].map((it) => member(page, it));
  if (typeof name !== 'string') return {};
  return {
    pageSize: {
      parameter: `page[${name}]`,
      ...(typeof size === 'number' && { default: size }),
      ...(typeof maximum === 'number' && { maximum }),
      ...(typeof totalName === 'string' &&
        rule !== 'never' && { total: { name: totalName, isOnRequest: rule === 'on-request' } }),
    },
  };
}
