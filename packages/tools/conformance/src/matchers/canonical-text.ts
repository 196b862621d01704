import { identityOf, isObject, type Json } from '../json.ts';

const FIRST = 'jsonapi errors data type id lid attributes relationships links included meta'.split(' ');

function rank(name: string): string {
  const index = FIRST.indexOf(name);
  return index === -1 ? `z${name}` : String.fromCharCode(65 + index);
}

function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort((left, right) => (rank(left) < rank(right) ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, ordered(value[name])]));
}

/**
 * Returns a document as text that is equal for documents that mean the same: members in a fixed order, and `included` sorted by type
 * and id, whose order has no meaning.
 */
export function canonicalText(document: unknown): string {
  const sorted = ordered(document);
  if (Array.isArray(sorted?.included)) {
    sorted.included.sort((left: Json, right: Json) => (identityOf(left) < identityOf(right) ? -1 : 1));
  }
  return JSON.stringify(sorted, null, 2) ?? String(sorted);
}

/** A snapshot serializer for `expect.addSnapshotSerializer`: documents become canonical text. */
export const documentSerializer: {
  readonly test: (value: unknown) => boolean;
  readonly serialize: (value: unknown) => string;
} = {
  test: (value) => isObject(value) && ['data', 'errors', 'jsonapi'].some((name) => Object.hasOwn(value, name)),
  serialize: canonicalText,
};
