import { ownMembers } from '@linkage/core/internal';
import { Column, getTableColumns, getTableName, is, type Table } from 'drizzle-orm';
import type { Names } from '../schema/names.ts';
import { columnMapping } from './column-mapping.ts';

/** The possible places of the columns of a relationship. */
export interface RelationshipPlace {
  readonly where: string;
  /** The table of the type. */
  readonly own: Table;
  readonly names: Names;
  /** The names of the data of each membership. */
  readonly data: readonly string[];
  /** Receives the tables of the columns. */
  readonly found: (table: Table) => void;
}

function columnsIn(value: unknown): readonly Column[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.every((it) => is(it, Column)) ? (all as readonly Column[]) : [];
}

/**
 * Returns the table that contains all of these columns.
 *
 * @throws {TypeError} If there are several.
 */
function tableOf(where: string, columns: readonly Column[]): Table | undefined {
  const [first, ...others] = columns;
  const other = others.find((it) => it.table !== first?.table);
  if (first !== undefined && other !== undefined)
    throw new TypeError(
      `${where}: the columns must be those of one table, but "${first.name}" is one of "${getTableName(first.table)}", and "${other.name}" of "${getTableName(other.table)}".`,
    );
  return first?.table;
}

/**
 * Returns the storage of a relationship with the names of its columns, and of its join table.
 *
 * @throws {TypeError} If a column is not one of Drizzle, or is in another table than the others.
 */
export function relationshipMapping(given: object | null, place: RelationshipPlace): object | null {
  if (given === null) return null;
  const { where, own, names, found, data } = place;
  if ('targets' in given) {
    const targets = Object.entries(Object(given.targets) as Readonly<Record<string, object>>);
    const parts = targets.map(([type, it]) => [
      type,
      relationshipMapping(it, { ...place, where: `${where}.targets.${type}` }),
    ]);
    return { ...given, targets: Object.fromEntries(parts) };
  }
  const members = Object.entries(given).map(([name, value]) => [name, value, columnsIn(value)] as const);
  for (const [name, , columns] of members) {
    const isColumn = ['column', 'foreignKey', 'references', 'from', 'to', 'typeColumn'].includes(name);
    if (isColumn && columns.length === 0)
      throw new TypeError(`${where}.${name} must be a column of a table of Drizzle.`);
  }
  const table = tableOf(
    where,
    members.flatMap(([name, , columns]) => (name === 'references' ? [] : columns)),
  );
  if (table !== undefined) found(table);
  if ('column' in given && table !== own)
    throw new TypeError(
      `${where}: \`column\` must be a column of the table "${getTableName(own)}". For a column of another table, write \`foreignKey\`.`,
    );
  const named = members.map(([name, value, columns]) => {
    if (columns.length === 0) return [name, value];
    const strings = columns.map(names.column);
    return [name, Array.isArray(value) ? strings : strings[0]];
  });
  const through = 'from' in given && table !== undefined ? { through: names.table(table) } : {};
  const member = data.length === 0 || table === undefined ? {} : { member: memberColumns(given, table, place) };
  return { ...through, ...Object.fromEntries(named), ...member };
}

/** Returns the mapping of the data of each membership to columns of the join table. */
function memberColumns(given: object, table: Table, { where, names, data }: RelationshipPlace): object {
  const named = ownMembers(ownMembers(given)['member']);
  const stray = Object.keys(named).find((name) => !data.includes(name));
  if (stray !== undefined)
    throw new TypeError(`${where}.member must not contain \`${stray}\`: the relationship does not declare it.`);
  const columns = ownMembers(getTableColumns(table));
  const entries = data.map((name) => {
    const column = named[name] ?? columns[name];
    if (!is(column, Column) || column.table !== table)
      throw new TypeError(`${where}.member.${name} must be a column of the table "${getTableName(table)}".`);
    return [name, columnMapping(`${where}.member.${name}`, column, names.column(column))] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Checks that foreign keys of members are in the table of the related type.
 *
 * @throws {TypeError} If one of them is in another table.
 */
export function checkForeignKey(where: string, given: object | null, target: Table | undefined): void {
  const [column] = given !== null && 'foreignKey' in given ? columnsIn(given.foreignKey) : [];
  if (column === undefined || target === undefined || column.table === target) return;
  throw new TypeError(
    `${where}: \`foreignKey\` must be a column of the table "${getTableName(target)}" of the related type, but "${column.name}" is one of "${getTableName(column.table)}".`,
  );
}
