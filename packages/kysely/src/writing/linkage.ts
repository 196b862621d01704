import { errorObject, type IdentifierInput, JsonApiError } from '@linkage/core';
import type { LinkageChange } from '@linkage/server';
import { idOfKey, type Key, keyOf } from '../mapping/key.ts';
import { type RelationshipStorage, storageOf, type Table } from '../mapping/table.ts';
import { keyValues } from '../statements/key-columns.ts';
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

/** Returns the target type of an identifier. */
function targetIn(storage: RelationshipStorage, { type }: IdentifierInput) {
  if (storage.kind !== 'polymorphic') return { table: storage.target, value: undefined };
  const target = storage.types.find(({ name }) => name === type);
  if (target === undefined)
    throw new TypeError(`Linkage contains the type ${JSON.stringify(type)}, which is not mapped.`);
  return target;
}

function keyOfIdentifier(storage: RelationshipStorage, identifier: IdentifierInput): Key {
  if (!has(identifier, 'id')) throw new TypeError('Linkage must contain ids when it reaches a source, not local ids.');
  const key = keyOf(targetIn(storage, identifier).table, identifier.id);
  if (key === undefined) throw notFound();
  return key;
}

function listOf(linkage: Linkage): readonly IdentifierInput[] {
  if (linkage === null) return [];
  return Array.isArray(linkage) ? linkage : [linkage as IdentifierInput];
}

function keysOfLinkage(storage: RelationshipStorage, linkage: Linkage): readonly Key[] {
  const keys = listOf(linkage).map((identifier) => keyOfIdentifier(storage, identifier));
  return [...new Map(keys.map((key) => [idOfKey(key), key])).values()];
}

/**
 * The related resources of a request document that no foreign key checks: their rows can be outside of the scope of their type,
 * or the foreign key references several tables.
 */
export function uncheckedLinkageOf(table: Table, relationships: object): readonly (readonly [Table, readonly Key[]])[] {
  return (Object.entries(relationships) as [string, Linkage | undefined][]).flatMap(([name, linkage]) => {
    const storage = storageOf(table, name);
    if (linkage === undefined || storage.kind === 'foreign-key' || storage.kind === 'through') return [];
    return listOf(linkage).flatMap((identifier) => {
      const target = targetIn(storage, identifier).table;
      const isChecked = target === undefined || (storage.kind === 'column' && target.scope === undefined);
      return isChecked ? [] : [[target, [keyOfIdentifier(storage, identifier)]] as const];
    });
  });
}

/** Returns the foreign keys of linkage in the type's own row, by column. */
export function foreignKeysOf(table: Table, relationships: object): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, linkage] of Object.entries(relationships) as [string, Linkage | undefined][]) {
    const storage = storageOf(table, name);
    if (linkage === undefined || storage.kind === 'foreign-key' || storage.kind === 'through') continue;
    Object.assign(values, keyValues(storage.columns, keysOfLinkage(storage, linkage).at(0) ?? null));
    if (storage.kind !== 'polymorphic') continue;
    const identifier = listOf(linkage).at(0);
    values[storage.typeColumn] = identifier === undefined ? null : targetIn(storage, identifier).value;
  }
  return values;
}

function isToOne({ kind }: RelationshipStorage): boolean {
  return kind === 'column' || kind === 'polymorphic';
}

/** Returns the to-many relationships of a write request, which are not stored in the type's own row. */
export function toManyOf(table: Table, relationships: object): readonly (readonly [name: string, Linkage])[] {
  const given = Object.entries(relationships) as [string, Linkage | undefined][];
  return given.flatMap(([name, linkage]) =>
    linkage === undefined || isToOne(storageOf(table, name)) ? [] : [[name, linkage] as const],
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
  if (storage.kind === 'column' || storage.kind === 'polymorphic')
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
