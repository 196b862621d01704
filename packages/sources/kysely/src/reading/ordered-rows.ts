import type { SelectQueryBuilder } from 'kysely';
import { type AnyDatabase, eb, type Table } from '../mapping/table.ts';
import type { OrderKey } from '../statements/order-keys.ts';
import type { expressionsOf, MEMBER } from '../statements/selected-columns.ts';
import { joinCondition, joinsOf } from '../statements/sort-key.ts';
import type { RowsQuery } from './filtered-rows.ts';

/** The rows for which the join of an alias finds a row, or those for which it does not. */
export interface OrderPart {
  readonly alias: string;
  readonly isFound: boolean;
}

/** A query of selected rows. */
export type SelectedRows = SelectQueryBuilder<AnyDatabase, typeof MEMBER, Record<string, unknown>>;

/** Joins the tables of an order, in the rows of a part. */
function joinedRows(rows: RowsQuery, keys: readonly OrderKey[], part: OrderPart | undefined): RowsQuery {
  let joined = rows;
  for (const by of joinsOf(keys)) {
    const table = `${by.target.name} as ${by.alias}` as const;
    const isOfPart = by.alias === part?.alias;
    if (isOfPart && part.isFound) {
      joined = joined.innerJoin(table, (join) => join.on(joinCondition(by))) as unknown as RowsQuery;
      continue;
    }
    joined = joined.leftJoin(table, (join) => join.on(joinCondition(by))) as unknown as RowsQuery;
    if (isOfPart) for (const column of by.from.columns) joined = joined.where(eb(column, 'is', null));
  }
  return joined;
}

/** Returns the selected rows of a query in the order of some keys. */
export function orderedRows(
  rows: RowsQuery,
  expressions: ReturnType<typeof expressionsOf>,
  table: Table,
  keys: readonly OrderKey[],
  part?: OrderPart,
): SelectedRows {
  const isThere = ({ joins }: OrderKey): boolean => joins.some(({ alias }) => alias === part?.alias);
  // Without a row of the table, all its keys are NULL: an index can have the order of the others.
  const compared = part?.isFound === false ? keys.filter((key) => !isThere(key)) : keys;
  return compared.reduce(
    (query, key) => {
      const { expression, descending } = key;
      const isNullable = isThere(key) && key.joins.length === 1 ? key.isNullableIfFound : key.isNullable;
      return query.orderBy(expression, (by) => {
        const direction = descending ? by.desc() : by.asc();
        // Do not order NULL if the key is never NULL, or if the database already does: an index may not have this order.
        if (!isNullable || table.dialect.nullIs === 'least') return direction;
        return descending ? direction.nullsLast() : direction.nullsFirst();
      });
    },
    joinedRows(rows, keys, part).select(expressions) as unknown as SelectedRows,
  );
}
