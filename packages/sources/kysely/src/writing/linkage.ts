import type { IdentifierInput } from '@linkage/core';
import { hasOwn, identifiersOf } from '@linkage/core/internal';
import type { LinkageChange, SourceCall } from '@linkage/server';
import { relatedNotFound } from '../failures/source-errors.ts';
import { idOfKey, type Key, keyOf } from '../mapping/key.ts';
import {
  type ColumnStorage,
  type MembersStorage,
  type PolymorphicStorage,
  type RelationshipStorage,
  storageOf,
  type Table,
} from '../mapping/table.ts';
import { keyValues } from '../statements/key-columns.ts';
import { referencedKey } from '../statements/links.ts';
import { type NewMember, onlyNewMember } from './add-member.ts';
import type { Changed } from './changed.ts';
import type { SentData } from './member-data.ts';
import { membersOf } from './members.ts';

type Linkage = null | IdentifierInput | readonly IdentifierInput[];

function unmapped({ type }: Pick<IdentifierInput, 'type'>): TypeError {
  return new TypeError(`Linkage contains the type ${JSON.stringify(type)}, which is not mapped.`);
}

/** The storage of identifiers: a to-one relationship, or the members of one type. */
type IdentifiersStorage = ColumnStorage | MembersStorage | PolymorphicStorage;

/** Returns the target type of an identifier. */
function targetIn(storage: IdentifiersStorage, { type }: IdentifierInput) {
  if (storage.kind !== 'polymorphic') return { table: storage.target, value: undefined };
  const target = storage.types.find(({ name }) => name === type);
  if (target === undefined) throw unmapped({ type });
  return target;
}

function keyOfIdentifier(storage: IdentifiersStorage, identifier: IdentifierInput): Key {
  if (!hasOwn(identifier, 'id'))
    throw new TypeError('Linkage must contain ids when it reaches a source, not local ids.');
  const key = keyOf(targetIn(storage, identifier).table, identifier.id);
  if (key === undefined) throw relatedNotFound();
  return key;
}

/** Whether the type's own row stores a relationship. */
function isInRow(storage: RelationshipStorage): storage is ColumnStorage | PolymorphicStorage {
  return storage.kind === 'column' || storage.kind === 'polymorphic';
}

function keysOfLinkage(storage: IdentifiersStorage, linkage: Linkage): readonly Key[] {
  const keys = identifiersOf(linkage).map((identifier) => keyOfIdentifier(storage, identifier));
  // Only a to-one relationship can have several target types.
  return [...new Map(keys.map((key) => [idOfKey(storage.target, key), key])).values()];
}

/**
 * The related resources of a request document that no foreign key checks: the row filter of their type can exclude their rows,
 * or the foreign key references several tables.
 */
export function uncheckedLinkageOf(
  table: Table,
  relationships: object,
  deleted?: SourceCall['deleted'],
): readonly (readonly [Table, Key])[] {
  return (Object.entries(relationships) as [string, Linkage | undefined][]).flatMap(([name, linkage]) => {
    const storage = storageOf(table, name);
    if (linkage === undefined || !isInRow(storage)) return [];
    return identifiersOf(linkage).flatMap((identifier) => {
      const target = targetIn(storage, identifier).table;
      const isGone = deleted !== undefined && identifier.type === deleted.type && identifier.id === deleted.id;
      const isRead = storage.kind === 'column' && storage.references !== undefined;
      const isStored = isGone || (storage.kind === 'column' && target?.rowFilter === undefined);
      const isChecked = target === undefined || (isStored && !isRead);
      return isChecked ? [] : [[target, keyOfIdentifier(storage, identifier)] as const];
    });
  });
}

/** Returns the foreign keys of linkage in the type's own row, by column. */
export function foreignKeysOf(table: Table, relationships: object): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, linkage] of Object.entries(relationships) as [string, Linkage | undefined][]) {
    const storage = storageOf(table, name);
    if (linkage === undefined || !isInRow(storage)) continue;
    const [key = null] = keysOfLinkage(storage, linkage);
    const { columns, references, target } = storage;
    const isKey = key === null || references === undefined || target === undefined;
    Object.assign(values, keyValues(columns, isKey ? key : referencedKey(target, references, key)));
    if (storage.kind !== 'polymorphic') continue;
    const identifier = identifiersOf(linkage).at(0);
    values[storage.typeColumn] = identifier === undefined ? null : targetIn(storage, identifier).value;
  }
  return values;
}

/**
 * Returns the relationships of a write request that are not stored in the type's own row, in the order of their names: requests
 * that change the same ones in different orders would wait for each other.
 */
export function membersIn(table: Table, relationships: object): readonly (readonly [name: string, Linkage])[] {
  const given = Object.entries(relationships) as [string, Linkage | undefined][];
  const ordered = given.sort(([name], [other]) => (name < other ? -1 : 1));
  return ordered.flatMap(([name, linkage]) =>
    linkage === undefined || isInRow(storageOf(table, name)) ? [] : [[name, linkage] as const],
  );
}

/** A change of a relationship that is not stored in the type's own row. */
type MembersChange =
  | Exclude<LinkageChange, { replace: unknown } | { add: unknown }>
  | { readonly add: readonly IdentifierInput[] }
  | { readonly replace: Linkage };

/** Returns the identifiers of a change. */
function identifiersIn(change: MembersChange): readonly IdentifierInput[] {
  if (hasOwn(change, 'remove')) return change.remove;
  return hasOwn(change, 'add') ? change.add : identifiersOf(change.replace);
}

/** Returns how many identifiers a change contains. */
export function countOf(change: MembersChange): number {
  return identifiersIn(change).length;
}

/** Returns the data of memberships in a request. */
function sentData(storage: MembersStorage, identifiers: readonly IdentifierInput[]): SentData {
  return new Map(identifiers.map((it) => [idOfKey(storage.target, keyOfIdentifier(storage, it)), it.meta]));
}

/** Changes the members of one type. */
async function changeMembersOf(
  changed: Changed,
  relationship: string,
  storage: MembersStorage,
  identifiers: readonly IdentifierInput[],
  action: 'add' | 'remove' | 'replace',
): Promise<void> {
  const members = membersOf(changed, relationship, storage);
  if (action === 'remove') {
    // An id that no resource can have is not a member.
    const keys = identifiers.map((it) => keyOf(storage.target, hasOwn(it, 'id') ? it.id : ''));
    await members.remove(keys.filter((it) => it !== undefined));
    return;
  }
  const keys = keysOfLinkage(storage, identifiers);
  const hasData = storage.kind === 'through' && storage.data !== undefined;
  if (!(await members[action](keys, hasData ? sentData(storage, identifiers) : undefined))) throw relatedNotFound();
}

/** Changes such a relationship of the resource with this key. */
export async function changeMembers(changed: Changed, relationship: string, change: MembersChange): Promise<void> {
  const { table } = changed;
  const storage = storageOf(table, relationship);
  if (isInRow(storage))
    throw new TypeError(`The to-one relationship \`${table.type.name}.${relationship}\` can only be replaced.`);
  const identifiers = identifiersIn(change);
  const action = hasOwn(change, 'remove') ? 'remove' : hasOwn(change, 'add') ? 'add' : 'replace';
  if (storage.kind !== 'mixed') return changeMembersOf(changed, relationship, storage, identifiers, action);
  const stray = identifiers.find(({ type }) => storage.parts.every(({ name }) => name !== type));
  if (stray !== undefined) throw unmapped(stray);
  for (const { name, storage: part } of storage.parts) {
    const ofType = identifiers.filter(({ type }) => type === name);
    await changeMembersOf(changed, relationship, part, ofType, action);
  }
}

/** Returns the only member that a change adds, if one statement can find the resource and add the member. */
export function newMemberOf(table: Table, relationship: string, change: MembersChange): NewMember | undefined {
  const storage = storageOf(table, relationship);
  if (!hasOwn(change, 'add') || storage.kind !== 'through' || storage.data !== undefined) return undefined;
  return onlyNewMember(storage, keysOfLinkage(storage, change.add));
}
