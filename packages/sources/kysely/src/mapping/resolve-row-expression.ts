import { isExpression, type RawBuilder, sql } from 'kysely';
import { assertColumns, type KnownTable } from './known-table.ts';
import type { RowExpression } from './row-expression.ts';
import type { ExpressionAt } from './row-filter.ts';
import { eb } from './table.ts';

/** Returns a column of an alias, which can contain the name of a schema. */
export function columnAt(alias: string, column: string): RawBuilder<unknown> {
  return sql.id(...alias.split('.'), column);
}

/**
 * Checks the expression of a mapping, and returns it for the rows of an alias.
 *
 * @throws {TypeError} If it uses a column that the table does not have, or is not an expression of Kysely.
 */
export function resolveRowExpression(
  where: string,
  expression: RowExpression,
  name: string,
  table: KnownTable | undefined,
): ExpressionAt {
  const at: ExpressionAt = (alias) =>
    expression((column) => {
      assertColumns(where, table, [column]);
      return columnAt(alias, column) as RawBuilder<never>;
    }, eb);
  if (!isExpression(at(name))) throw new TypeError(`${where} must return an expression of Kysely.`);
  return at;
}
