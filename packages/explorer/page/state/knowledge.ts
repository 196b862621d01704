import type { ServerDescription } from '@linkage/server';
import { isObject, type Json, type JsonObject, member, resourcesOf } from './json.ts';

/** A field, as far as the page knows it. */
export interface KnownField {
  readonly name: string;
  readonly kind: 'attribute' | 'to-one' | 'to-many';
  /** The types of a relationship. Empty if they are not known. */
  readonly targets: readonly string[];
  readonly schema?: Json;
  readonly canInclude: boolean;
  readonly canSort: boolean;
  /** The operators of `filter`. Empty if the field cannot be filtered. */
  readonly operators: readonly string[];
  readonly canWrite: boolean;
  readonly required: boolean;
}

/** A type, as far as the page knows it. */
export interface KnownType {
  readonly name: string;
  /** The path of the collection below the API. */
  readonly path: string;
  readonly fields: ReadonlyMap<string, KnownField>;
  readonly methods: ReadonlySet<string>;
  readonly clientIds: boolean;
}

/** The types that the page knows, by name. */
export type Knowledge = ReadonlyMap<string, KnownType>;

const allMethods: ReadonlySet<string> = new Set(['GET', 'POST', 'PATCH', 'DELETE']);

/** Reads the result of `server.describe()`. */
export function knowledgeOf({ types }: ServerDescription): Knowledge {
  return new Map(
    Object.entries(types).map(([name, type]) => {
      const paths = type.endpoints.map(({ path }) => path);
      const path = [...paths].sort((left, right) => left.length - right.length)[0] ?? `/${name}`;
      const fields = Object.entries(type.fields).map(([field, described]): readonly [string, KnownField] => {
        const isAttribute = described.kind === 'attribute';
        return [
          field,
          {
            name: field,
            kind: described.kind,
            targets: isAttribute ? [] : described.targets,
            ...(isAttribute && { schema: described.schema as Json }),
            canInclude: !isAttribute && described.include,
            canSort: isAttribute && described.sort,
            operators: described.filterOperators,
            canWrite: described.write !== false,
            required: described.required,
          },
        ];
      });
      const methods = new Set(type.endpoints.map(({ method }) => method));
      return [name, { name, path, fields: new Map(fields), methods, clientIds: type.clientGeneratedIds }];
    }),
  );
}

/** Whether a value is the result of `server.describe()`, in all members that the page reads. */
export function isDescription(value: unknown): value is ServerDescription {
  const types = member(value, 'types');
  return typeof member(value, 'contract') === 'number' && isObject(types) && Object.values(types).every(isType);
}

function isType(type: Json): boolean {
  const [endpoints, fields] = [member(type, 'endpoints'), member(type, 'fields')];
  const isEndpoint = (it: Json): boolean => [member(it, 'path'), member(it, 'method')].every(isText);
  return (
    Array.isArray(endpoints) && endpoints.every(isEndpoint) && isObject(fields) && Object.values(fields).every(isField)
  );
}

function isField(field: Json): boolean {
  const kind = member(field, 'kind');
  const lists = ['filterOperators', ...(kind === 'attribute' ? [] : ['targets'])];
  const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
  return (
    ['attribute', 'to-one', 'to-many'].includes(kind as string) && lists.every((it) => isTextList(member(field, it)))
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** Adds the types and fields of a document to what is known. A described type does not change. */
export function learn(known: Knowledge, document: Json | undefined, described: ReadonlySet<string>): Knowledge {
  const types = new Map(known);
  for (const resource of resourcesOf(document)) {
    const name = member(resource, 'type');
    if (typeof name !== 'string' || described.has(name)) continue;
    const before = types.get(name);
    const fields = new Map(before?.fields);
    for (const field of fieldsOf(resource)) {
      const old = fields.get(field.name);
      fields.set(field.name, { ...field, targets: [...new Set([...(old?.targets ?? []), ...field.targets])] });
    }
    types.set(name, {
      name,
      path: before?.path ?? pathOf(resource) ?? `/${name}`,
      fields,
      methods: allMethods,
      clientIds: false,
    });
  }
  return types;
}

/** Adds the types that a root document names: in `links`, or like servers of Linkage in `meta.collections`. */
export function learnLinks(
  known: Knowledge,
  document: Json | undefined,
  targetOf: (link: string) => string | undefined,
): Knowledge {
  const types = new Map(known);
  if (member(document, 'data') !== undefined) return types;
  const lists = [member(document, 'links'), member(member(document, 'meta'), 'collections')].filter(isObject);
  for (const [name, link] of lists.flatMap((it) => Object.entries(it))) {
    const href = typeof link === 'string' ? link : member(link, 'href');
    const path = typeof href === 'string' ? targetOf(href) : undefined;
    if (
      path === undefined ||
      ['self', 'describedby', 'related', 'first', 'last', 'prev', 'next'].includes(name) ||
      types.has(name)
    )
      continue;
    types.set(name, { name, path, fields: new Map(), methods: allMethods, clientIds: false });
  }
  return types;
}

function fieldsOf(resource: JsonObject): readonly KnownField[] {
  const learned = { canInclude: false, canSort: true, operators: ['eq'], canWrite: true, required: false };
  const attributes = Object.keys(objectAt(resource, 'attributes'));
  const relationships = Object.entries(objectAt(resource, 'relationships'));
  return [
    ...attributes.map((name): KnownField => ({ ...learned, name, kind: 'attribute', targets: [] })),
    ...relationships.map(([name, relationship]): KnownField => {
      const data = member(relationship, 'data');
      const identifiers = Array.isArray(data) ? data : [data];
      const targets = identifiers.map((it) => member(it, 'type')).filter((type) => typeof type === 'string');
      const kind = Array.isArray(data) ? 'to-many' : 'to-one';
      return { ...learned, canInclude: true, name, kind, targets: [...new Set(targets)] };
    }),
  ];
}

function objectAt(resource: JsonObject, name: string): JsonObject {
  const value = member(resource, name);
  return isObject(value) ? value : {};
}

/** Returns the path of the collection from the self link of a resource: all but the id. */
function pathOf(resource: JsonObject): string | undefined {
  const link = member(member(resource, 'links'), 'self');
  const href = typeof link === 'string' ? link : member(link, 'href');
  if (typeof href !== 'string' || !URL.canParse(href, 'http://host')) return undefined;
  const segments = new URL(href, 'http://host').pathname.split('/');
  return segments.length > 2 ? `/${segments.at(-2)}` : undefined;
}

/** Returns the type of the primary data at a path: of a collection, a resource, or a related resource. */
export function typeAt(known: Knowledge, path: string): KnownType | undefined {
  for (const type of known.values()) {
    if (path !== type.path && !path.startsWith(`${type.path}/`)) continue;
    const [, name] = path.slice(type.path.length).split('/').filter(Boolean);
    if (name === undefined) return type;
    const target = type.fields.get(name)?.targets[0];
    return target === undefined ? undefined : known.get(target);
  }
  return undefined;
}
