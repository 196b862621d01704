import type { DatabaseColumn, DatabaseTable } from '@linkage/kysely';
import { idTypeOf, rejectedIds } from '@linkage/kysely/internal';
import { columnKinds } from './column-kinds.ts';
import type { DatabaseKind, DraftType } from './model.ts';

/** The columns of an id. */
export type DraftKey = Pick<DraftType, 'key' | 'idType'> & {
  /** Whether the columns are unique, but not the primary key. */
  readonly isGuessed: boolean;
};

function columnOf({ columns, hidden }: DatabaseTable, name: string): DatabaseColumn | undefined {
  return columns.get(name) ?? hidden?.get(name);
}

/** Whether a column can be an id, or a part of one: the sources find the row by its text again. */
function canIdentify({ type, isIncomparable }: DatabaseColumn, isPart: boolean, database: DatabaseKind): boolean {
  const isRejected = isIncomparable === true || rejectedIds[database](type, isPart) !== undefined;
  return columnKinds[type.kind].isId && !isRejected;
}

function toKey(
  table: DatabaseTable,
  names: readonly string[],
  isGuessed: boolean,
  database: DatabaseKind,
): DraftKey | undefined {
  const columns = names.map((name) => columnOf(table, name));
  if (
    names.length === 0 ||
    !columns.every((column) => column !== undefined && canIdentify(column, names.length > 1, database))
  )
    return undefined;
  const idType = columns.map((column) => idTypeOf(column?.type));
  return { key: names, idType, isGuessed };
}

/** Returns the unique columns that are never NULL, those of the shortest index first. */
function uniqueColumns({ indexes = [], columns }: DatabaseTable): readonly (readonly string[])[] {
  return indexes
    .filter(({ isUnique, isPartial }) => isUnique && !isPartial)
    .map((index) => index.columns)
    .filter((names): names is readonly string[] =>
      names.every((it) => it !== null && columns.get(it)?.nullable === false),
    )
    .sort((one, other) => one.length - other.length);
}

/**
 * Returns the columns that identify a row: the given ones, the primary key, or columns that are unique and never NULL. Returns undefined if
 * there are none, or if their values have no string.
 */
export function keyOf(
  table: DatabaseTable,
  given: readonly string[] | undefined,
  database: DatabaseKind,
): DraftKey | undefined {
  if (given !== undefined) return toKey(table, given, false, database);
  const { primaryKey } = table;
  const own = primaryKey && toKey(table, primaryKey, false, database);
  if (own !== undefined) return own;
  for (const names of uniqueColumns(table)) {
    const key = toKey(table, names, true, database);
    if (key !== undefined) return key;
  }
  return undefined;
}
