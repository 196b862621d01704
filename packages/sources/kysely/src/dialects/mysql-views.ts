/** The table whose rows a view contains, and its columns by those of the view. */
export interface ViewOfTable {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly (readonly [column: string, of: string])[];
}

/** Whether a string between names ends the list of tables: with a condition, or with the query. */
const isEnd = (text = ''): boolean => text === '' || text.startsWith(' where ');

/**
 * Reads the query of a view as MySQL and MariaDB write it, with all names in backticks: ``select `f`.`id` AS `n` from `shop`.`film` `f` where …``.
 * Returns undefined if it has several tables, or other queries.
 */
export function viewOfTable(query: string): ViewOfTable | undefined {
  const parts = query.split('`');
  const from = parts.findIndex((part, index) => index % 2 === 0 && part === ' from ');
  const [schema, dot, table, next, , last] = parts.slice(from + 1);
  const isOne = isEnd(next) || (next === ' ' && isEnd(last));
  if (from === -1 || schema === undefined || dot !== '.' || table === undefined || !isOne) return undefined;
  // Two backticks are one in a name.
  if (query.includes('(select') || query.includes('``')) return undefined;
  const columns = parts.slice(0, from).flatMap((part, index): ViewOfTable['columns'] => {
    const [of, name] = [parts[index - 1], parts[index + 1]];
    if (index % 2 !== 0 || part !== ' AS ' || of === undefined || name === undefined) return [];
    let start = index - 2;
    while (parts[start] === '.') start -= 2;
    return start < index - 2 && (parts[start] === 'select ' || parts[start] === ',') ? [[name, of]] : [];
  });
  return { schema, table, columns };
}
