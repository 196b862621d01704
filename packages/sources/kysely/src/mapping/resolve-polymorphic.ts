import type { RelationshipDefinition } from '@linkage/core';
import { describeValue, nameTable, readOptions } from '@linkage/core/internal';
import { databaseColumn, type KnownTable } from './known-table.ts';
import { readColumns } from './resolve-key.ts';
import type { StorageMapping } from './resolve-members.ts';
import { readTypeValue } from './resolve-typed-rows.ts';
import type { PolymorphicStorage, PolymorphicTarget, Table } from './table.ts';

/** Reads the value of the type column for each target type. */
export function targetsIn(
  where: string,
  { targets }: RelationshipDefinition,
  given: StorageMapping['types'] = {},
  tables: ReadonlyMap<string, Table>,
): readonly PolymorphicTarget[] {
  const types = readOptions(`${where}.types`, given, nameTable(targets, 'target type'));
  const values = new Map<string, string>();
  return targets.map((name) => {
    const value = readTypeValue(`${where}.types.${name}`, types[name] ?? name);
    const other = values.get(String(value));
    if (other !== undefined)
      throw new TypeError(
        `${where}.types: "${other}" and "${name}" must not have the same value, ${describeValue(value)}.`,
      );
    values.set(String(value), name);
    return { name, value, table: tables.get(name) };
  });
}

/**
 * Returns the storage of a to-one relationship with several target types.
 *
 * @throws {TypeError} If the mapping does not contain a column of the type, two types have the same value, or the column of the
 * id cannot contain the ids of a type.
 */
export function resolvePolymorphic(
  where: string,
  relationship: RelationshipDefinition,
  { column, typeColumn, types }: StorageMapping,
  tables: ReadonlyMap<string, Table>,
): PolymorphicStorage {
  if (typeColumn === undefined)
    throw new TypeError(`${where} must contain \`typeColumn\`, because the relationship has several target types.`);
  const targets = targetsIn(where, relationship, types, tables);
  const several = targets.find(({ table }) => table !== undefined && table.key.length > 1);
  if (several !== undefined)
    throw new TypeError(
      `${where} must not have the target type "${several.name}", because its id has several columns.`,
    );
  const columns = readColumns(where, 'column', column, undefined);
  if (columns.length > 1) throw new TypeError(`${where}: \`column\` must be one column.`);
  if (columns.includes(typeColumn))
    throw new TypeError(`${where}: \`column\` and \`typeColumn\` must be two columns, but both are "${typeColumn}".`);
  return { kind: 'polymorphic', columns, typeColumn, types: targets, target: undefined };
}

/**
 * Compares a column of ids of several types with the ids of these types.
 *
 * @throws {TypeError} If a database cannot compare both.
 */
export function checkTargetIds(
  where: string,
  name: string,
  tables: readonly (Table | undefined)[],
  known: KnownTable | undefined,
): void {
  const kind = known && databaseColumn(known, name)?.type.kind;
  for (const table of tables) {
    const own = table?.key[0].type?.kind;
    if (kind === undefined || own === undefined || kind === own) continue;
    throw new TypeError(
      `${where}: the column "${name}" must have the type of the ids of "${table?.type.name}", ${own}, but its type is ${kind}.`,
    );
  }
}
