import type { DatabaseColumn, DatabaseSchema, DatabaseTable } from '@linkage/kysely';
import type { ChosenTable } from './chosen-tables.ts';
import { hasOwnValue } from './drafted-value.ts';
import { areUnique, type Link } from './links.ts';
import type { DraftOptions, DraftType } from './model.ts';

/** A table that only links the rows of two tables. */
export interface JoinTable {
  readonly join: ChosenTable;
  readonly links: readonly [Link, Link];
  /** Whether requests can add rows: every other column has a default, or can be NULL. */
  readonly isWritable: boolean;
}

/** Whether a column says nothing about a link: it is the number of its row, or a time. */
function isIncidental(table: DatabaseTable, name: string, column: DatabaseColumn): boolean {
  const { kind } = column.type;
  if (kind === 'timestamp' || kind === 'date') return true;
  const isKey = table.primaryKey?.length === 1 && table.primaryKey[0] === name;
  return isKey && hasOwnValue(column);
}

function joinTableOf(
  join: ChosenTable,
  own: readonly Link[],
  { hasRight = () => true }: DraftOptions,
): JoinTable | undefined {
  const [left, right, ...others] = own;
  const { table } = join;
  if (left === undefined || right === undefined || others.length > 0 || table.kind !== 'table') return undefined;
  if (left.references !== undefined || right.references !== undefined) return undefined;
  const linked = [...left.columns, ...right.columns];
  if (linked.length !== 2 || linked[0] === linked[1] || !areUnique(table, linked)) return undefined;
  const rest = [...table.columns].filter(([name]) => !linked.includes(name));
  if (!rest.every(([name, column]) => isIncidental(table, name, column))) return undefined;
  const canWrite = linked.every((name) => hasRight('insert', table, name)) && hasRight('delete', table);
  return { join, links: [left, right], isWritable: canWrite && rest.every(([, column]) => hasOwnValue(column)) };
}

/**
 * Returns the join tables: the pair of their two foreign keys is unique, they have no other columns but an id that the database creates and
 * times, and no table references them. A table with other columns is a type, because the columns mean something.
 */
export function joinTablesOf(
  { tables }: DatabaseSchema,
  chosen: readonly ChosenTable[],
  links: readonly Link[],
  options: DraftOptions,
): readonly JoinTable[] {
  const referenced = new Set(
    [...new Set(tables.values())].flatMap(({ foreignKeys = [] }) => foreignKeys.map((key) => tables.get(key.table))),
  );
  const bySource = Map.groupBy(links, ({ source }) => source);
  const joins = chosen.flatMap((it) => {
    const join = referenced.has(it.table) ? undefined : joinTableOf(it, bySource.get(it) ?? [], options);
    return join === undefined ? [] : [join];
  });
  return joins;
}

/** Returns the names of the join tables of types. */
export function joinTablesIn(types: readonly DraftType[]): ReadonlySet<string> {
  const storages = types.flatMap(({ relationships }) => relationships.map(({ storage }) => storage));
  return new Set(storages.flatMap((storage) => ('through' in storage ? [storage.through] : [])));
}
