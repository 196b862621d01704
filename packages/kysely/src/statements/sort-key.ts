import type { ColumnType } from '@linkage/core/records';
import { type RawBuilder, sql } from 'kysely';
import { columnIn, columnOf, storageOf, type Table } from '../mapping/table.ts';
import { MEMBER } from './selected-columns.ts';

/** A table that is joined for a sort order: a to-one relationship references at most one of its rows. */
export interface SortJoin {
  readonly alias: string;
  readonly target: Table;
  /** The foreign key that references the table. */
  readonly from: RawBuilder<unknown>;
}

/** The column that an order compares. */
export interface SortKey {
  readonly column: RawBuilder<unknown>;
  /** Whether the column can be NULL, as far as it is known. */
  readonly nullable: boolean;
  /** The type of the column; undefined if it is not known. */
  readonly type: ColumnType | undefined;
  /** The joined tables between the rows and the column. */
  readonly joins: readonly SortJoin[];
}

function stepOf(table: Table, relationship: string): { readonly column: string; readonly target: Table } {
  const storage = storageOf(table, relationship);
  if (storage.kind !== 'column')
    throw new TypeError(
      `Type "${table.type.name}" cannot be sorted through the to-many relationship \`${relationship}\`.`,
    );
  if (storage.target === undefined) {
    throw new TypeError(
      `Type "${table.type.name}" cannot be sorted through \`${relationship}\`, because its target is not in this database.`,
    );
  }
  return { column: storage.column, target: storage.target };
}

/**
 * Returns the expression that a sort order compares: a column, or for `author.name` a column of a joined table, NULL
 * without an author. The join finds at most one row, because it compares the id.
 */
export function sortKeyOf(table: Table, field: string): SortKey {
  const names = field.split('.');
  const name = names.pop() as string;
  let current = table;
  let alias = MEMBER;
  const joins = names.map((relationship): SortJoin => {
    const { column, target } = stepOf(current, relationship);
    const from = sql.id(alias, column);
    // The path makes the alias unique, and equal for two keys on one way. A relationship cannot have this character.
    alias = alias === MEMBER ? `by~${relationship}` : `${alias}~${relationship}`;
    current = target;
    return { alias, target, from };
  });
  const isJoined = joins.length > 0;
  if (name === 'id') return { column: sql.id(alias, current.id), nullable: isJoined, type: undefined, joins };
  const column = columnOf(current, name);
  const { nullable, type } = column;
  return { column: columnIn(column, alias), nullable: nullable || isJoined, type, joins };
}

/** Returns the joins of several keys, each once. */
export function joinsOf(keys: readonly Pick<SortKey, 'joins'>[]): readonly SortJoin[] {
  const joins = new Map<string, SortJoin>();
  for (const join of keys.flatMap((key) => key.joins)) joins.set(join.alias, join);
  return [...joins.values()];
}
