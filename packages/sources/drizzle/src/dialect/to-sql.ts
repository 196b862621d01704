import { type SQL, sql } from 'drizzle-orm';

/** Strings and names in quotation marks, in which nothing is a parameter, and parameters: `$1` in PostgreSQL, `?` elsewhere. */
const tokens: Readonly<Record<'numbered' | 'marked', RegExp>> = {
  numbered: /("(?:[^"]|"")*"|'(?:[^']|'')*')|\$\d+/g,
  marked: /("(?:[^"]|"")*"|'(?:[^']|'')*'|`(?:[^`]|``)*`)|\?/g,
};

/**
 * Returns a compiled statement as SQL of Drizzle. Each parameter occurs once, in order.
 *
 * @throws {TypeError} If the text has another number of parameters.
 */
export function toSql(text: string, parameters: readonly unknown[], style: 'numbered' | 'marked'): SQL {
  const built: SQL[] = [];
  let start = 0;
  let count = 0;
  for (const match of text.matchAll(tokens[style])) {
    if (match[1] !== undefined) continue;
    built.push(sql.raw(text.slice(start, match.index)), sql`${sql.param(parameters[count++])}`);
    start = match.index + match[0].length;
  }
  if (count !== parameters.length)
    throw new TypeError(`The statement has ${count} places for ${parameters.length} parameters.`);
  return sql.join([...built, sql.raw(text.slice(start))]);
}
