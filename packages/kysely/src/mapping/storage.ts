import type { InverseRelationship, RelationshipStorage } from '@linkage/server';
import { membershipTableOf } from './membership-table.ts';
import type { Table } from './table.ts';

const storedIn = { column: 'record', 'foreign-key': 'related', through: 'apart' } as const;

/** Returns the relationships of the related type that the same columns store, from the other side. */
function inversesOf(table: Table, relationship: string): InverseRelationship[] {
  const own = membershipTableOf(table, relationship);
  const { target } = own;
  if (target === undefined) return [];
  const names = [...target.storages.keys()].filter((name) => {
    const membership = membershipTableOf(target, name);
    const isTurned = membership.table === own.table && membership.from === own.to && membership.to === own.from;
    return membership.target === table && isTurned;
  });
  return names.map((name) => ({ type: target.type.name, relationship: name }));
}

/** Whether a deletion only marks the row that the links of a relationship reference, and changes no link. */
function isKeptOnDelete(table: Table, name: string): boolean {
  const storage = table.storages.get(name);
  if (storage === undefined || storage.kind === 'through') return false;
  const [referenced, referencing] = storage.kind === 'column' ? [storage.target, table] : [table, storage.target];
  if (referenced?.softDelete === undefined) return false;
  return [...referenced.storages.values()].every(
    (it) =>
      it.kind !== 'foreign-key' ||
      it.target !== referencing ||
      it.column !== storage.column ||
      it.onDelete === undefined ||
      it.onDelete === 'restrict',
  );
}

/** Whether a deletion of the row that the links of a relationship reference deletes the rows with these links. */
function deletesRows(table: Table, name: string): boolean {
  const storage = table.storages.get(name);
  if (storage === undefined || storage.kind === 'through') return false;
  const [referenced, referencing] = storage.kind === 'column' ? [storage.target, table] : [table, storage.target];
  return [...(referenced?.storages.values() ?? [])].some(
    (it) =>
      it.kind === 'foreign-key' &&
      it.target === referencing &&
      it.column === storage.column &&
      it.onDelete === 'cascade',
  );
}

/** Returns the storage of a type's relationships according to the mapping. */
export function storageOf(table: Table): { readonly [relationship: string]: RelationshipStorage } {
  const names = [...table.storages].map(([name, { kind }]) => {
    const inverses = Object.freeze(inversesOf(table, name));
    const kept = isKeptOnDelete(table, name) ? { keptOnDelete: true } : {};
    const deleted = deletesRows(table, name) ? { deletesRecords: true } : {};
    return [name, Object.freeze({ storedIn: storedIn[kind], inverses, ...kept, ...deleted })] as const;
  });
  return Object.freeze(Object.fromEntries(names));
}
