import type { InverseRelationship, RelationshipStorage } from '@linkage/server';
import { membershipIn } from './membership-table.ts';
import type { RelationshipStorage as RelationshipEdge, Table } from './table.ts';

const storedIn = { column: 'record', polymorphic: 'record', 'foreign-key': 'related', through: 'apart' } as const;

/** Whether two relationships of two types store the same links in the same columns, from both sides. */
export function areTurned(table: Table, own: RelationshipEdge, target: Table, other: RelationshipEdge): boolean {
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
  // A relationship with one target type does not have a type column.
  if (membership.typed !== undefined || turned.typed !== undefined) return false;
  return equals(turned.from, membership.to) && equals(turned.to, membership.from);
}

function equals(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

/** Returns the tables of the target types of a relationship that are in this database. */
export function targetsOf(storage: RelationshipEdge): readonly Table[] {
  if (storage.kind !== 'polymorphic') return storage.target === undefined ? [] : [storage.target];
  return storage.types.flatMap(({ table }) => table ?? []);
}

/** Returns the relationships of the related types that the same columns store, from the other side. */
function inversesOf(table: Table, own: RelationshipEdge): InverseRelationship[] {
  return targetsOf(own).flatMap((target) => {
    const turned = [...target.storages].filter(([, other]) => areTurned(table, own, target, other));
    return turned.map(([relationship]) => ({ type: target.type.name, relationship }));
  });
}

/** Whether a deletion only marks the row that the links of a relationship reference, and changes no link. */
function isKeptOnDelete(table: Table, name: string): boolean {
  const storage = table.storages.get(name);
  if (storage === undefined || storage.kind === 'through') return false;
  // The rows of another target type can be deleted.
  if (storage.kind === 'polymorphic') return false;
  const [referenced, referencing] = storage.kind === 'column' ? [storage.target, table] : [table, storage.target];
  if (referenced?.softDelete === undefined) return false;
  return [...referenced.storages.values()].every(
    (it) =>
      it.kind !== 'foreign-key' ||
      it.target !== referencing ||
      !equals(it.columns, storage.columns) ||
      it.onDelete === undefined ||
      it.onDelete === 'restrict',
  );
}

/** Whether a deletion of the row that the links of a relationship reference deletes the rows with these links. */
function deletesRows(table: Table, name: string): boolean {
  const storage = table.storages.get(name);
  if (storage === undefined || storage.kind === 'through') return false;
  const isForeign = storage.kind === 'foreign-key';
  const referencing = isForeign ? storage.target : table;
  const referenced = isForeign ? [table] : targetsOf(storage);
  return referenced.some(({ storages }) =>
    [...storages.values()].some(
      (it) =>
        it.kind === 'foreign-key' &&
        it.target === referencing &&
        equals(it.columns, storage.columns) &&
        it.onDelete === 'cascade',
    ),
  );
}

/** Returns the storage of a type's relationships according to the mapping. */
export function storageOf(table: Table): { readonly [relationship: string]: RelationshipStorage } {
  const names = [...table.storages].map(([name, storage]) => {
    const inverses = Object.freeze(inversesOf(table, storage));
    const kept = isKeptOnDelete(table, name) ? { keptOnDelete: true } : {};
    const deleted = deletesRows(table, name) ? { deletesRecords: true } : {};
    return [name, Object.freeze({ storedIn: storedIn[storage.kind], inverses, ...kept, ...deleted })] as const;
  });
  return Object.freeze(Object.fromEntries(names));
}
