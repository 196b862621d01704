import type { RelationshipDefinition } from '@linkage/core';
import { hasOwn } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { RelationshipStorage } from '@linkage/server';
import { idOf } from './stored-rows.ts';
import type { StoredTypes } from './stored-types.ts';
import type { ToManyTable, ToManyTables } from './table-statements.ts';

/** The columns with the links of a relationship, from the resource to the related resource. */
interface Links {
  readonly storedIn: RelationshipStorage['storedIn'];
  readonly target: string;
  readonly table: string;
  readonly from: string;
  readonly to: string;
}

/** Returns the table of a to-many relationship, or undefined if `toMany` does not contain the relationship. */
export function toManyTable(toMany: ToManyTables, type: string, name: string): ToManyTable | undefined {
  const own = fieldOf(toMany, type);
  const table = typeof own === 'object' && own !== null ? fieldOf(own, name) : undefined;
  return table as ToManyTable | undefined;
}

/** Returns the links of a relationship, or undefined if they are not in this database. */
function linksOf(
  types: StoredTypes,
  toMany: ToManyTables,
  type: string,
  { name, targets }: RelationshipDefinition,
): Links | undefined {
  if (!types.has(targets)) return undefined;
  const stored = types.typeOf(type);
  const target = types.targetOf(type, name);
  const base = { target: target.type.name };
  const column = stored.columns.get(name);
  if (column !== undefined) {
    return { ...base, storedIn: 'record', table: type, from: idOf(stored), to: column.property };
  }
  const table = toManyTable(toMany, type, name);
  if (table === undefined) return undefined;
  if (hasOwn(table, 'through'))
    return { ...base, storedIn: 'apart', table: table.through, from: table.from, to: table.to };
  return { ...base, storedIn: 'related', table: base.target, from: table.foreignKey, to: idOf(target) };
}

/** Returns the storage of a type's relationships: two relationships with the same links are inverses. */
export function tableStorage(
  types: StoredTypes,
  toMany: ToManyTables,
  type: string,
): Readonly<Record<string, RelationshipStorage>> {
  const entries = [...types.typeOf(type).type.relationships.values()].flatMap((relationship) => {
    const own = linksOf(types, toMany, type, relationship);
    if (own === undefined) return [];
    const inverses = [...types.typeOf(own.target).type.relationships.values()].filter((other) => {
      const links = linksOf(types, toMany, own.target, other);
      const isTurned = links?.table === own.table && links.from === own.to && links.to === own.from;
      return isTurned && links.target === type;
    });
    const storage: RelationshipStorage = {
      storedIn: own.storedIn,
      inverses: Object.freeze(inverses.map(({ name }) => ({ type: own.target, relationship: name }))),
    };
    return [[relationship.name, Object.freeze(storage)] as const];
  });
  return Object.freeze(Object.fromEntries(entries));
}
