import type { RelationshipDefinition } from '@linkage/core';
import type { InverseRelationship, RelationshipStorage } from '@linkage/server';
import { membershipIn } from './key.ts';
import {
  type ForeignKeyStorage,
  type RelationshipStorage as LinkStorage,
  type MembersStorage,
  memberPartsOf,
  type Table,
} from './table.ts';

const places = { column: 'record', polymorphic: 'record', 'foreign-key': 'related', through: 'apart' } as const;

/** Returns where links are stored: all parts of a relationship store them alike. */
function placeOf(storage: LinkStorage): RelationshipStorage['storedIn'] {
  return storage.kind === 'mixed' ? placeOf(storage.parts.at(0)?.storage as MembersStorage) : places[storage.kind];
}

/** Whether two relationships of two types store the same links in the same columns, through both relationships. */
export function areTurned(table: Table, own: LinkStorage, target: Table, other: LinkStorage): boolean {
  if (own.kind === 'mixed')
    return own.parts.some((part) => part.storage.target === target && areTurned(table, part.storage, target, other));
  if (other.kind === 'mixed') return areTurned(target, other, table, own);
  if (own.kind === 'polymorphic') return other.kind !== 'polymorphic' && areTurned(target, other, table, own);
  const membership = membershipIn(table, own);
  if (membership === undefined || membership.target !== target) return false;
  if (other.kind === 'polymorphic') {
    const { typed } = membership;
    const value = other.types.find((it) => it.table === table)?.value;
    const isTyped = typed?.column === other.typeColumn && typed.value === value;
    return membership.kind === 'foreign-key' && isTyped && equals(membership.from, other.columns);
  }
  const turned = membershipIn(target, other);
  if (turned?.target !== table || turned.table !== membership.table) return false;
  // Both relationships of a join table have the same type. No column of a to-one relationship with one target type has one.
  if (membership.typed?.column !== turned.typed?.column || membership.typed?.value !== turned.typed?.value)
    return false;
  return equals(turned.from, membership.to) && equals(turned.to, membership.from);
}

function equals(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

/** Returns the tables of the target types of a relationship that are in this database. */
export function targetsOf(storage: LinkStorage): readonly Table[] {
  if (storage.kind === 'polymorphic') return storage.types.flatMap(({ table }) => table ?? []);
  if (storage.kind === 'mixed') return memberPartsOf(storage).flatMap(targetsOf);
  return storage.target === undefined ? [] : [storage.target];
}

/** Returns the relationships of the related types that the same columns store, from the inverse relationship. */
function inversesOf(table: Table, own: LinkStorage): InverseRelationship[] {
  return targetsOf(own).flatMap((target) => {
    const turned = [...target.storages].filter(([, other]) => areTurned(table, own, target, other));
    return turned.map(([relationship]) => ({ type: target.type.name, relationship }));
  });
}

/** A foreign key: the table that contains its columns, and the table whose ids it contains. */
interface ForeignKey {
  readonly referencing: Table;
  readonly columns: readonly string[];
  readonly referenced: Table | undefined;
  /** Whether another column contains the type of the id. */
  readonly isTyped: boolean;
}

/** Returns the foreign keys of a relationship, by the target type. */
function foreignKeysOf(table: Table, storage: LinkStorage): readonly (readonly [target: string, key: ForeignKey])[] {
  if (storage.kind === 'mixed') return memberPartsOf(storage).flatMap((part) => foreignKeysOf(table, part));
  if (storage.kind === 'through') return [];
  const { columns } = storage;
  const isTyped = storage.kind === 'foreign-key' ? storage.typed !== undefined : storage.kind === 'polymorphic';
  return targetsOf(storage).map((target) => {
    const [referencing, referenced] = storage.kind === 'foreign-key' ? [target, table] : [table, target];
    return [target.type.name, { referencing, columns, referenced, isTyped }];
  });
}

/** Returns the effects of a deletion of a row on the rows with a foreign key that references it. */
function effectsOf({ referencing, columns, referenced }: ForeignKey): readonly ForeignKeyStorage['onDelete'][] {
  const parts = [...(referenced?.storages.values() ?? [])].flatMap(memberPartsOf);
  const mapped = parts.flatMap((it) =>
    it.kind === 'foreign-key' && it.target === referencing && equals(it.columns, columns) ? [it.onDelete] : [],
  );
  const { foreignKeys = [] } = referencing.known(referencing.name) ?? {};
  const isCascade = foreignKeys.some((it) => it.onDelete === 'cascade' && equals(it.columns, columns));
  // The database deletes no rows with one that is only marked.
  return isCascade && referenced?.softDelete === undefined ? [...mapped, 'cascade'] : mapped;
}

/** Whether the database can change a row with these columns when the row is deleted whose id they contain. */
function isEnforced({ referencing, columns, isTyped }: ForeignKey): boolean {
  // No foreign key can reference the tables of several types.
  if (!isTyped) return true;
  const { foreignKeys = [] } = referencing.known(referencing.name) ?? {};
  return foreignKeys.some((key) => columns.some((name) => key.columns.includes(name)));
}

/** Returns the target types for which a deletion changes no link: it only marks the row that the link references, or nothing enforces the link. */
function keepingTypes(table: Table, storage: LinkStorage): readonly string[] {
  const isKept = (key: ForeignKey): boolean =>
    (key.referenced?.softDelete !== undefined || !isEnforced(key)) &&
    effectsOf(key).every((effect) => effect === undefined || effect === 'restrict');
  return foreignKeysOf(table, storage).flatMap(([target, key]) => (isKept(key) ? [target] : []));
}

/** Returns the target types for which a deletion of the row that a link references deletes the row with this link. */
function deletingTypes(table: Table, storage: LinkStorage): readonly string[] {
  const keys = foreignKeysOf(table, storage);
  return keys.filter(([, key]) => effectsOf(key).includes('cascade')).map(([target]) => target);
}

/** Returns the storage of a type's relationships according to the mapping. */
export function storageOf(table: Table): { readonly [relationship: string]: RelationshipStorage } {
  const names = [...table.storages].map(([name, storage]) => {
    const inverses = Object.freeze(inversesOf(table, storage));
    const { targets } = table.type.relationships.get(name) as RelationshipDefinition;
    const declared = (
      member: 'keptOnDelete' | 'deletesRecords',
      types: readonly string[],
    ): Partial<RelationshipStorage> =>
      types.length === 0 ? {} : { [member]: types.length === targets.length || Object.freeze(types) };
    return [
      name,
      Object.freeze({
        storedIn: placeOf(storage),
        inverses,
        ...declared('keptOnDelete', keepingTypes(table, storage)),
        ...declared('deletesRecords', deletingTypes(table, storage)),
      }),
    ] as const;
  });
  return Object.freeze(Object.fromEntries(names));
}
