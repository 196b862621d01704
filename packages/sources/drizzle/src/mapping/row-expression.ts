import { aliasedTable, type Column, type SQLWrapper, type Table } from 'drizzle-orm';
import { type RawBuilder, sql } from 'kysely';
import type { Names } from '../schema/names.ts';

/** The name of the row while Drizzle writes an expression, and the marks of names and parameters. No name contains them. */
const ROW = '\ue001';
const NAME = '\ue002';
const PARAMETER = '\ue003';
const TOKENS = /\ue002\ue001\ue002\.\ue002([^\ue002]*)\ue002|\ue002([^\ue002]*)\ue002|\ue003/g;

/** Returns a column of the row, whatever the statement calls its table. */
type RowColumn = (name: string) => RawBuilder<unknown>;

/**
 * Returns an expression of Drizzle as one of Kysely, for rows of any alias: Kysely names the table of a statement itself.
 *
 * @example
 * rowExpression(articles, (row) => isNull(row.deletedAt), names)
 */
export function rowExpression<T extends Table>(
  table: T,
  of: (row: T) => SQLWrapper,
  names: Names,
): (row: RowColumn) => RawBuilder<unknown> {
  const built = of(aliasedTable(table, ROW)).getSQL();
  const { sql: text, params } = built.toQuery({
    casing: { getColumnCasing: (column: Column) => names.column(column) } as never,
    escapeName: (name) => `${NAME}${name}${NAME}`,
    escapeParam: () => PARAMETER,
    escapeString: (value) => `'${value.replaceAll("'", "''")}'`,
  });
  return (row) => {
    const parts: RawBuilder<unknown>[] = [];
    let start = 0;
    let count = 0;
    for (const match of text.matchAll(TOKENS)) {
      const [token, column, name] = match;
      parts.push(sql.raw(text.slice(start, match.index)));
      if (token === PARAMETER) parts.push(sql`${params[count++]}`);
      else parts.push(column === undefined ? sql.id(String(name)) : row(column));
      start = match.index + token.length;
    }
    return sql.join([...parts, sql.raw(text.slice(start))], sql.raw(''));
  };
}
