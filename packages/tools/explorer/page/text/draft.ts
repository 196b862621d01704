import type { Address } from '../state/address.ts';
import { hrefOf, type Json, type JsonObject, member, objectAt, textOf, toText } from '../state/json.ts';
import { collectionAt, type Knowledge, type KnownField, type KnownType } from '../state/knowledge.ts';
import { isDeep, previewOf } from '../state/preview.ts';
import { parseTarget } from '../state/query.ts';

/** The maximum number of alternatives inside of one another. */
const MAX_DEPTH = 10;

/** Returns a document that creates a resource of a type: with every field that a request must or can contain. */
export function draftOfCreate({ name, fields, clientIds }: KnownType): string {
  const writable = [...fields.values()].filter(({ canWrite }) => canWrite);
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
    if (type?.fields.get(name)?.canWrite === false) return false;
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
    const data = member(it, 'data');
    // Of a relationship with pages, the resource contains the first one only: an update would remove all other members.
    if (hrefOf(it, 'next') !== undefined || hrefOf(it, 'prev') !== undefined) return [];
    const isLong =
      (Array.isArray(data) && data.length > MAX_MEMBERS) ||
      previewOf(data, maximum).length >= maximum ||
      isDeep(data, MAX_LEVELS);
    return data === undefined || isLong || type?.fields.get(name)?.canWrite === false
      ? []
      : [[name, { data }] as const];
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

const emptyValues: JsonObject = { string: '', number: 0, integer: 0, boolean: false, array: [], object: {} };

/** Returns a value of a schema: the first of a list, or an empty value of its type. */
export function exampleOf(schema: Json | undefined, depth = 0): Json {
  const values = member(schema, 'enum');
  if (Array.isArray(values)) return values[0] ?? null;
  const constant = member(schema, 'const');
  if (constant !== undefined) return constant;
  const alternatives = member(schema, 'anyOf') ?? member(schema, 'oneOf');
  if (Array.isArray(alternatives) && depth < MAX_DEPTH) return exampleOf(alternatives[0], depth + 1);
  const type = member(schema, 'type');
  if (type === undefined) return '';
  return member(emptyValues, textOf(Array.isArray(type) ? type[0] : type)) ?? null;
}
