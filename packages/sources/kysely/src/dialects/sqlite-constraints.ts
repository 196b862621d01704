import type { SchemaRows, TableRow } from './database-schema-rows.ts';

const NAME = '"[^"]{1,200}"|`[^`]{1,200}`|\\[[^\\]]{1,200}\\]|\\w{1,200}';
const named = new RegExp(
  `\\bconstraint\\s{1,20}(${NAME})\\s{1,20}(?:unique\\s{0,20}\\(([^()]{1,1000})\\)|check\\b|foreign\\b|unique\\b)`,
  'gi',
);

const plain = (name: string): string => name.trim().replace(/^["`[]|["`\]]$/g, '');

/** Returns the named constraints in the statement that created a table. Errors of SQLite contain the names of checks, and the columns of unique ones. */
export function sqliteConstraints({ schema, table }: TableRow, statement: string): SchemaRows['constraints'] {
  return [...statement.matchAll(named)].flatMap(([, name = '', list]) => {
    const columns = list === undefined ? [null] : list.split(',').map(plain);
    return columns.map((column) => ({ schema, table, constraint: plain(name), column }));
  });
}
