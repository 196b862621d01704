import type { Api, ResourceType } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';

/** Returns the identity of a related record. Its other members can be hidden. */
function identityOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(identityOf);
  if (typeof value !== 'object' || value === null) return value;
  const type = fieldOf(value, 'type');
  return { ...(type === undefined ? {} : { type }), id: fieldOf(value, 'id') };
}

/**
 * Returns a record for functions of the application whose results are part of a response: without the fields that the
 * caller cannot read, and with the identities of related records only. An access rule that hides fields would otherwise
 * hold for attributes alone, and not for meta that is computed from them.
 *
 * @param api The API with the fields of all callers.
 * @param seen The type with the fields that the caller can read.
 */
export function recordAsSeen(api: Api, seen: ResourceType, record: object): object {
  const type = api.types.get(seen.name);
  if (type === undefined || type === seen) return record;
  const members = Object.getOwnPropertyDescriptors(record) as Record<string, PropertyDescriptor>;
  const shown = new Map<string, PropertyDescriptor>(Object.entries(members));
  const show = (name: string, value: unknown): void => {
    shown.set(name, { value, enumerable: value !== undefined });
  };
  for (const name of type.attributes.keys()) if (!seen.attributes.has(name)) show(name, undefined);
  for (const name of type.relationships.keys())
    show(name, seen.relationships.has(name) ? identityOf(fieldOf(record, name)) : undefined);
  return Object.create(Object.getPrototypeOf(record), Object.fromEntries(shown));
}
