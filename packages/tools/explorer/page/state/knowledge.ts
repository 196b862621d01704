import { type FollowLink, MAX_LINK } from './address.ts';
import { hrefOf, type Json, type JsonObject, member, objectAt, resourcesOf, stringsOf } from './json.ts';
import { encodeSegment } from './query.ts';
import { typeOfValue } from './schema.ts';

/** A field, as far as the page knows it. */
export interface KnownField {
  readonly name: string;
  readonly kind: 'attribute' | 'to-one' | 'to-many';
  /** The types of a relationship. Empty if they are not known. */
  readonly targets: readonly string[];
  readonly schema?: Json;
  readonly canInclude: boolean;
  readonly canSort: boolean;
  /** Where orders by the field place null: `first` or `last`. Absent if the API does not tell. */
  readonly nulls?: string | undefined;
  /** The operators of `filter`. Empty if the field cannot be filtered. */
  readonly operators: readonly string[];
  /** The operators of members of its objects, by their paths. Absent if none can be filtered. */
  readonly members?: ReadonlyMap<string, readonly string[]>;
  readonly canWrite: boolean;
  readonly required: boolean;
  readonly description?: string;
  /** The data of each membership of a to-many relationship: `meta` of the identifiers. Absent if there is none. */
  readonly data?: readonly KnownField[];
  /** The pages of the related resources. Absent if no description tells them. */
  readonly pageSize?: PageSize;
  /** The only kind of request that can contain the field. Absent if both can. */
  readonly onlyIn?: 'create' | 'update';
}

/** The query parameter that chooses how many resources a page of a collection contains. */
export interface PageSize {
  /** Such as `page[size]`. */
  readonly parameter: string;
  readonly default?: number;
  readonly maximum?: number;
  /** Where responses have the number of all resources, such as `page.total`, and whether only on request. Absent if they do not. */
  readonly total?: { readonly name: string; readonly isOnRequest: boolean };
}

/** A type, as far as the page knows it. */
export interface KnownType {
  readonly name: string;
  /** The path of the collection below the API. */
  readonly path: string;
  readonly fields: ReadonlyMap<string, KnownField>;
  readonly methods: ReadonlySet<string>;
  readonly clientIds: boolean;
  /** Whether the name is that of a link, which can differ from the type of the resources. The first list tells the type. */
  readonly isGuessed?: true;
  readonly description?: string;
  /** Absent if the page does not know the parameter. */
  readonly pageSize?: PageSize;
}

/** The types that the page knows, by name. */
export type Knowledge = ReadonlyMap<string, KnownType>;

/** The maximum numbers of types, of fields of a type, of types of a relationship, and of characters of a name that the page learns. */
export const MAX_TYPES = 500;
export const MAX_FIELDS = 500;
export const MAX_TARGETS = 50;
export const MAX_NAME = 200;

/** Returns the data of memberships, if there is any. */
export function dataOf(all: readonly KnownField[]): Pick<KnownField, 'data'> {
  return all.length === 0 ? {} : { data: all.slice(0, MAX_TARGETS) };
}

/** Returns the members of a field that can be filtered, with their operators. */
export function membersOf(all: Iterable<readonly [string, readonly string[]]>): Pick<KnownField, 'members'> {
  const members = new Map([...all].slice(0, MAX_FIELDS).map(([path, it]) => [path, it.slice(0, MAX_TARGETS)]));
  return members.size === 0 ? {} : { members };
}

/** The methods of a type of which no description tells the methods. */
export const allMethods: ReadonlySet<string> = new Set(['GET', 'POST', 'PATCH', 'DELETE']);

/**
 * Adds the types and fields of a document to what is known. A described type does not change.
 *
 * @param targetOf Returns the target of a link, or `undefined` if the link leads elsewhere.
 */
export function learn(
  known: Knowledge,
  document: Json | undefined,
  described: ReadonlySet<string>,
  targetOf: FollowLink,
): Knowledge {
  const types = new Map(known);
  for (const resource of resourcesOf(document)) {
    const name = member(resource, 'type');
    if (typeof name !== 'string' || name.length > MAX_NAME || described.has(name)) continue;
    const before = types.get(name);
    if (before === undefined && types.size >= MAX_TYPES) continue;
    const fields = new Map(before?.fields);
    const pageSize = before?.pageSize ?? pageSizeOf(document);
    for (const field of fieldsOf(resource)) {
      const old = fields.get(field.name);
      if (old === undefined && fields.size >= MAX_FIELDS) break;
      const targets = new Set([...(old?.targets ?? []), ...field.targets].slice(0, MAX_TARGETS));
      const kind = isLinkageMissing(resource, field) ? (old?.kind ?? field.kind) : field.kind;
      fields.set(field.name, { ...field, kind, targets: [...targets], ...mergedSchema(old, field) });
    }
    types.set(name, {
      name,
      path: before?.path ?? pathOf(resource, targetOf) ?? `/${encodeSegment(name)}`,
      fields,
      methods: allMethods,
      clientIds: false,
      ...(pageSize !== undefined && { pageSize }),
    });
  }
  return types;
}

/** Whether a resource does not tell the kind of a relationship: a document before it can have told it. */
function isLinkageMissing(resource: JsonObject, { name, kind }: KnownField): boolean {
  return kind !== 'attribute' && member(member(member(resource, 'relationships'), name), 'data') === undefined;
}

/** Returns the types of all values of an attribute that the page has seen. `null` alone tells nothing. */
function mergedSchema(old: KnownField | undefined, { schema }: KnownField): { readonly schema?: Json } {
  const before = stringsOf(member(old?.schema, 'type'));
  const types = new Set([...before, ...stringsOf(member(schema, 'type'))]);
  // A value without a schema is null.
  if (before.length > 0 && schema === undefined && old?.kind === 'attribute') types.add('null');
  return types.size === 0 ? {} : { schema: { type: [...types] } };
}

/** The usual names of the page size. */
export const sizeNames = ['page[size]', 'page[limit]', 'page[perPage]', 'page[per_page]', 'page_size'];

/** Returns the parameter of the page size from the links of a list. */
function pageSizeOf(document: Json | undefined): PageSize | undefined {
  if (!Array.isArray(member(document, 'data'))) return undefined;
  for (const name of ['next', 'last', 'first', 'prev']) {
    const href = hrefOf(document, name);
    if (href === undefined || href.length > MAX_LINK || !URL.canParse(href, 'http://host')) continue;
    const parameters = new URL(href, 'http://host').searchParams;
    const parameter = sizeNames.find((it) => parameters.has(it));
    if (parameter !== undefined) return { parameter };
  }
  return undefined;
}

function fieldsOf(resource: JsonObject): readonly KnownField[] {
  const learned = { canInclude: false, canSort: true, operators: ['eq'], canWrite: true, required: false };
  const attributes = Object.entries(objectAt(resource, 'attributes'));
  const relationships = Object.entries(objectAt(resource, 'relationships'));
  return [
    ...attributes.map(([name, value]): KnownField => {
      const common = { ...learned, name, kind: 'attribute', targets: [] } as const;
      return value === null ? common : { ...common, schema: { type: [typeOfValue(value)] } };
    }),
    ...relationships.map(([name, relationship]): KnownField => {
      const data = member(relationship, 'data');
      const identifiers = Array.isArray(data) ? data : [data];
      const all = new Set(identifiers.map((it) => member(it, 'type')));
      const targets = [...all].filter((type) => typeof type === 'string').slice(0, MAX_TARGETS);
      return { ...learned, canInclude: true, name, kind: Array.isArray(data) ? 'to-many' : 'to-one', targets };
    }),
  ];
}

/** Returns the path of the collection from the self link of a resource: all but the id. */
function pathOf(resource: JsonObject, targetOf: FollowLink): string | undefined {
  const href = hrefOf(resource, 'self');
  if (href === undefined || href.length > MAX_LINK || !URL.canParse(href, 'http://host')) return undefined;
  const target = targetOf(href);
  const segments = (target?.split('?')[0] ?? new URL(href, 'http://host').pathname).split('/');
  if (segments.length < 3) return undefined;
  // A link outside of the API, such as that of another host name, tells the name of the collection, but not the path to it.
  return target === undefined ? `/${segments.at(-2)}` : segments.slice(0, -1).join('/');
}

/** The type of the collection to which a path belongs, and the segments after those of the collection. */
export interface CollectionPlace {
  readonly type: KnownType;
  readonly rest: readonly string[];
}

/** Returns the collection to which a path belongs, or `undefined` if none is known. */
export function collectionAt(known: Knowledge, path: string): CollectionPlace | undefined {
  let best: KnownType | undefined;
  for (const type of known.values()) {
    const isAbove = path === type.path || path.startsWith(`${type.path}/`);
    if (isAbove && type.path.length > (best?.path.length ?? 0)) best = type;
  }
  return best && { type: best, rest: path.slice(best.path.length).split('/').filter(Boolean) };
}

/** Returns the type of the primary data at a path: of a collection, a resource, or a related resource. */
export function typeAt(known: Knowledge, path: string): KnownType | undefined {
  const place = collectionAt(known, path);
  const name = place?.rest[1];
  if (name === undefined) return place?.type;
  return known.get(place?.type.fields.get(name)?.targets[0] ?? '');
}
