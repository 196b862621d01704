import type { Address } from '../state/address.ts';
import { isWritable, requestMember } from '../state/form.ts';
import {
  arrayAt,
  hrefOf,
  isObject,
  type Json,
  type JsonObject,
  member,
  objectAt,
  stringsOf,
  textOf,
  toText,
} from '../state/json.ts';
import { collectionAt, type Knowledge, type KnownField, type KnownType } from '../state/knowledge.ts';
import { isDeep, previewOf } from '../state/preview.ts';
import { parseTarget } from '../state/query.ts';

/** An example contains at most this number of values: a schema can repeat itself inside of itself. */
const MAX_VALUES = 200;

/**
 * Returns a document that creates a resource of a type.
 *
 * @param isShown Which fields of those that a request can contain. Default: all attributes, and the relationships that it must contain.
 */
export function draftOfCreate(
  { name, fields, clientIds }: KnownType,
  isShown: (field: KnownField) => boolean = () => true,
): string {
  const writable = [...fields.values()].filter((field) => isWritable(field, 'create') && isShown(field));
  return toText({ data: { type: name, ...(clientIds && { id: '' }), ...membersOf(writable) } });
}

/** Returns a document that a form begins with: nothing is filled in, so that the user sees what is required. */
export function emptyDraft({ name }: KnownType): string {
  return toText({ data: { type: name } });
}

/** Returns the document with which a request begins that the user has not written yet: a new resource, or members of a relationship. */
export function templateOf(known: Knowledge, { method, target }: Address): string {
  const place = collectionAt(known, parseTarget(target).path);
  const [, word, name = ''] = place?.rest ?? [];
  if (place === undefined) return '';
  if (word !== 'relationships') return method === 'POST' && place.rest.length === 0 ? draftOfCreate(place.type) : '';
  const field = place.type.fields.get(name);
  const identifier = { type: field?.targets[0] ?? '', id: '' };
  return toText({ data: field?.kind === 'to-one' ? identifier : [identifier] });
}

/** The editor cannot show a longer document without stopping the page. */
const MAX_DRAFT = 200_000;
/** The maximum number of levels of a value in a draft. */
const MAX_LEVELS = 50;
/** A draft contains a relationship with at most this number of members. */
const MAX_MEMBERS = 20;

/**
 * Returns a document that updates a resource: with its present values of the fields that a request can contain. Omits values that
 * are too long to edit: an update keeps the fields that it does not contain.
 */
export function draftOfUpdate(resource: JsonObject, type: KnownType | undefined): string {
  let rest = MAX_DRAFT;
  const attributes = Object.entries(objectAt(resource, 'attributes')).filter(([name, value]) => {
    if (!isWritable(type?.fields.get(name), 'update')) return false;
    const { length } = previewOf(value, rest);
    if (length + name.length > rest || isDeep(value, MAX_LEVELS)) return false;
    rest -= length + name.length;
    return true;
  });
  const { type: name = '', id = '' } = resource;
  const data = { type: name, id, attributes: Object.fromEntries(attributes), ...linkageOf(resource, type, rest) };
  return toText({ data });
}

/** Returns the relationships whose members the resource contains, if they are not too long to edit. */
function linkageOf(resource: JsonObject, type: KnownType | undefined, maximum: number): JsonObject {
  const relationships = Object.entries(objectAt(resource, 'relationships')).flatMap(([name, it]) => {
    const field = type?.fields.get(name);
    const given = member(it, 'data');
    const hasData = field?.data !== undefined && Array.isArray(given);
    const data = hasData ? given.filter(isObject).map((one) => requestMember(field, one)) : given;
    // Of a relationship with pages, the resource contains the first one only: an update would remove all other members.
    if (hrefOf(it, 'next') !== undefined || hrefOf(it, 'prev') !== undefined) return [];
    const isLong =
      (Array.isArray(data) && data.length > MAX_MEMBERS) ||
      previewOf(data, maximum).length >= maximum ||
      isDeep(data, MAX_LEVELS);
    return data === undefined || isLong || !isWritable(field, 'update') ? [] : [[name, { data }] as const];
  });
  return relationships.length > 0 ? { relationships: Object.fromEntries(relationships) } : {};
}

function membersOf(fields: readonly KnownField[]): JsonObject {
  const attributes = fields.filter(({ kind }) => kind === 'attribute').map((it) => [it.name, exampleOf(it.schema)]);
  const relationships = fields
    .filter(({ kind, required }) => kind !== 'attribute' && required)
    .map(({ name, targets, kind }) => {
      const identifier = { type: targets[0] ?? '', id: '' };
      return [name, { data: kind === 'to-many' ? [identifier] : identifier }];
    });
  return {
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
    ...(relationships.length > 0 && { relationships: Object.fromEntries(relationships) }),
  };
}

/** Values of the formats of strings. */
const formats: JsonObject = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00',
  email: 'user@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function stringOf(schema: Json | undefined): string {
  const format = member(formats, textOf(member(schema, 'format')));
  if (typeof format === 'string') return format;
  const [least, most] = ['minLength', 'maxLength'].map((name) => member(schema, name));
  // JSON Schema counts characters, and most servers count UTF-16 code units: a schema of theirs can have half of their limit.
  const length = typeof least === 'number' ? least * 2 : 0;
  return 'text'.repeat(10).slice(0, typeof most === 'number' ? Math.min(length, most) : length);
}

function numberOf(schema: Json | undefined): number {
  const [least, above, most] = ['minimum', 'exclusiveMinimum', 'maximum'].map((name) => member(schema, name));
  const value = typeof least === 'number' ? least : typeof above === 'number' ? above + 1 : 0;
  return typeof most === 'number' ? Math.min(Math.max(value, 0), most) : Math.max(value, 0);
}

/** Returns a value that fits a schema as far as it is simple: its default, the first of a list, or the least value of its type. */
export function exampleOf(schema: Json | undefined, budget = { values: MAX_VALUES }): Json {
  if (budget.values-- <= 0) return null;
  const [first] = [...arrayAt(schema, 'enum'), ...arrayAt(schema, 'examples')];
  const given = member(schema, 'const') ?? member(schema, 'default') ?? first;
  if (given !== undefined) return given;
  const [alternative] = [...arrayAt(schema, 'anyOf'), ...arrayAt(schema, 'oneOf')];
  if (alternative !== undefined) return exampleOf(alternative, budget);
  const types = member(schema, 'type');
  switch (Array.isArray(types) ? types[0] : types) {
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'array': {
      const length = Number(member(schema, 'minItems') ?? 0);
      return Array.from({ length: Math.min(length, MAX_MEMBERS) }, () => exampleOf(member(schema, 'items'), budget));
    }
    case 'object': {
      const properties = member(schema, 'properties');
      const names = stringsOf(member(schema, 'required')).slice(0, MAX_MEMBERS);
      return Object.fromEntries(names.map((name) => [name, exampleOf(member(properties, name), budget)]));
    }
    case undefined:
    case 'string':
      return stringOf(schema);
    default:
      return null;
  }
}
