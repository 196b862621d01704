import { errorObject, type IdentifierInput, JsonApiError } from '@linkage/core';
import type { LinkageChange } from '@linkage/server';
import { type Key, keyOf, type RelationshipStorage, storageOf, type Table } from '../mapping/table.ts';
import type { Executor } from '../statements/transaction.ts';
import { membersOf } from './members.ts';

type Linkage = null | IdentifierInput | readonly IdentifierInput[];

/** Whether an object has an own member. `in` would also find inherited members. */
export function has<Of extends object, Name extends string>(
  object: Of,
  name: Name,
): object is Extract<Of, { readonly [Key in Name]: unknown }> {
  return Object.hasOwn(object, name);
}

export function notFound(): JsonApiError {
  return new JsonApiError(
    errorObject('RELATED_RESOURCE_NOT_FOUND', 'A related resource in the request document does not exist.'),
  );
}

function keyOfIdentifier(storage: RelationshipStorage, identifier: IdentifierInput): Key {
  if (!has(identifier, 'id')) throw new TypeError('Linkage must contain ids when it reaches a source, not local ids.');
  const key = keyOf(storage.target, identifier.id);
  if (key === undefined) throw notFound();
  return key;
}

function listOf(linkage: Linkage): readonly IdentifierInput[] {
  if (linkage === null) return [];
  return Array.isArray(linkage) ? linkage : [linkage as IdentifierInput];
}

function keysOfLinkage(storage: RelationshipStorage, linkage: Linkage): readonly Key[] {
  return [...new Set(listOf(linkage).map((identifier) => keyOfIdentifier(storage, identifier)))];
}

/** The related resources of a request document whose rows can be outside of the scope of their type. */
export function scopedLinkageOf(table: Table, relationships: object): readonly (readonly [Table, readonly Key[]])[] {
  return (Object.entries(relationships) as [string, Linkage | undefined][]).flatMap(([name, linkage]) => {
    const storage = storageOf(table, name);
    if (storage.kind !== 'column' || storage.target?.scope === undefined || linkage === undefined) return [];
    return [[storage.target, keysOfLinkage(storage, linkage)] as const];
  });
}

/** Returns the foreign keys of linkage in the type's own row, by column. */
export function foreignKeysOf(table: Table, relationships: object): Record<string, Key | null> {
  const values: Record<string, Key | null> = {};
  for (const [name, linkage] of Object.entries(relationships) as [string, Linkage | undefined][]) {
    const storage = storageOf(table, name);
    if (storage.kind === 'column' && linkage !== undefined)
      values[storage.column] = keysOfLinkage(storage, linkage).at(0) ?? null;
  }
  return values;
}

/** Returns the to-many relationships of a write request, which are not stored in the type's own row. */
export function toManyOf(table: Table, relationships: object): readonly (readonly [name: string, Linkage])[] {
  const given = Object.entries(relationships) as [string, Linkage | undefined][];
  return given.flatMap(([name, linkage]) =>
    linkage === undefined || storageOf(table, name).kind === 'column' ? [] : [[name, linkage] as const],
  );
}

/** Changes a to-many relationship of the resource with this key. */
export async function changeMembers(
  executor: Executor,
  table: Table,
  key: Key,
  relationship: string,
  change: LinkageChange | { readonly replace: Linkage },
): Promise<void> {
  const storage = storageOf(table, relationship);
  if (storage.kind === 'column')
    throw new TypeError(`The to-one relationship \`${table.type.name}.${relationship}\` can only be replaced.`);
  const members = membersOf(executor, storage, key);
  if (has(change, 'remove')) {
    // An id that no resource can have is not a member.
    const ids = change.remove.map(({ id }) => keyOf(storage.target, id));
    return members.remove(ids.filter((id) => id !== undefined));
  }
  const keys = keysOfLinkage(storage, has(change, 'add') ? change.add : change.replace);
  if (has(change, 'replace')) await members.removeOthers(keys);
  if (!(await members.add(keys))) throw notFound();
}
