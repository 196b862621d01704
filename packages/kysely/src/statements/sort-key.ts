import type { ColumnType } from '@linkage/storage';
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { keyNames } from '../mapping/key.ts';
import { type AnyDatabase, columnIn, columnOf, storageOf, type Table } from '../mapping/table.ts';
import { type KeyReference, keyAt } from './key-columns.ts';
import { scopeOf } from './scope.ts';
import { MEMBER } from './selected-columns.ts';

const eb = expressionBuilder<AnyDatabase>();

/** A table that is joined for a sort order: a to-one relationship references at most one of its rows. */
export interface SortJoin {
  readonly alias: string;
  readonly target: Table;
  /** The foreign key that references the table. */
  readonly from: KeyReference;
}

/** The column that an order compares, or the columns of an id. */
export interface SortKey {
  readonly columns: readonly RawBuilder<unknown>[];
  /** Whether the column can be NULL, as far as it is known. */
  readonly nullable: boolean;
  /** The type of the column; undefined if it is not known. */
  readonly type: ColumnType | undefined;
  /** The joined tables between the rows and the column. */
  readonly joins: readonly SortJoin[];
}

function stepOf(table: Table, relationship: string): { readonly columns: readonly string[]; readonly target: Table } {
  const storage = storageOf(table, relationship);
  if (storage.kind === 'polymorphic')
    throw new TypeError(
      `Type "${table.type.name}" cannot be sorted through \`${relationship}\`, because it has several target types.`,
    );
  if (storage.kind !== 'column')
    throw new TypeError(
      `Type "${table.type.name}" cannot be sorted through the to-many relationship \`${relationship}\`.`,
    );
  if (storage.target === undefined) {
    throw new TypeError(
      `Type "${table.type.name}" cannot be sorted through \`${relationship}\`, because its target is not in this database.`,
    );
  }
  return { columns: storage.columns, target: storage.target };
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
    const { columns, target } = stepOf(current, relationship);
    const from = keyAt(alias, columns);
    // The path makes the alias unique, and equal for two keys on one way. A relationship cannot have this character.
    alias = alias === MEMBER ? `by~${relationship}` : `${alias}~${relationship}`;
    current = target;
    return { alias, target, from };
  });
  const isJoined = joins.length > 0;
  if (name === 'id') {
    return { columns: keyAt(alias, keyNames(current)).columns, nullable: isJoined, type: undefined, joins };
  }
  const column = columnOf(current, name);
  const { nullable, type } = column;
  return { columns: [columnIn(column, alias)], nullable: nullable || isJoined, type, joins };
}

/** Returns the condition on which the table of a join is joined. */
export function joinCondition({ alias, target, from }: SortJoin): Expression<SqlBool> {
  return eb.and([eb(keyAt(alias, keyNames(target)).row, '=', from.row), ...scopeOf(target, alias)]);
}

/** Returns the joins of several keys, each once. */
export function joinsOf(keys: readonly Pick<SortKey, 'joins'>[]): readonly SortJoin[] {
  const joins = new Map<string, SortJoin>();
  for (const join of keys.flatMap((key) => key.joins)) joins.set(join.alias, join);
  return [...joins.values()];
}
