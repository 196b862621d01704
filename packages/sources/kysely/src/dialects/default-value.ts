import type { DatabaseColumn, DatabaseTable } from './database-schema.ts';

/** Whether the database makes another value for each new row: the default calls a function, or the column is counted or computed. */
export function makesValues({ default: value = '', generated, identity }: DatabaseColumn): boolean {
  if (generated !== undefined || identity !== undefined) return true;
  return value.replace(/'(?:[^'\\]|''|\\.)*'/g, '').includes('(');
}

/** Returns the expression of a default that makes values. Undefined if there is none, or it has no value without its row. */
export function defaultExpression({ columns }: DatabaseTable, column: DatabaseColumn): string | undefined {
  const { default: value, generated, identity } = column;
  if (value === undefined || generated !== undefined || identity !== undefined || !makesValues(column))
    return undefined;
  if ([...columns.keys()].some((name) => value.includes(`\`${name}\``))) return undefined;
  // MySQL writes strings as `_utf8mb4\'text\'`.
  return /_\w+\\'/.test(value) ? value.replaceAll("\\'", "'") : value;
}
