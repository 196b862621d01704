import type { TextComparison } from '@linkage/core/internal';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ColumnType } from '../columns/column-type.ts';
import type { ColumnCodec } from './column-codec.ts';
import { readableJson } from './json-members.ts';

type Sql = RawBuilder<unknown>;

/** Returns the condition that a column contains a string, begins or ends with it, or equals it. */
export type MatchText = (
  comparison: TextComparison,
  given: string,
  slot: (value: unknown) => unknown,
  type: ColumnType | undefined,
) => (column: Sql) => RawBuilder<SqlBool>;

/** The expressions with which a database compares strings by their characters, whatever the collation of the column. */
interface LikeRules {
  /** The text of a column as records contain it, compared by its characters. In this collation of PostgreSQL, `lower` changes the letters A to Z only. */
  readonly exact: (column: Sql, type: ColumnType | undefined) => Sql;
  /** A value as a string of the database. */
  readonly value: (value: unknown) => Sql;
  /** A value without capital letters as `lower` returns the text of a column. */
  readonly lowerValue: (value: unknown) => Sql;
}

/** Writes a string as a pattern of LIKE, in which it stands for itself. */
function literal(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}

const patternOf: Readonly<Record<TextComparison['at'], (literal: string) => string>> = {
  whole: (text) => text,
  anywhere: (text) => `%${text}%`,
  start: (text) => `${text}%`,
  end: (text) => `%${text}`,
};

/** SQLite has no LIKE with case, and its functions on strings stop at U+0000. `instr` and comparisons of bytes do not. */
export const matchBytes: MatchText = ({ at, ignoresCase }, given, slot) => {
  const length = new TextEncoder().encode(given).length;
  const [value, bytes, fromEnd] = [given, length, -length].map(slot);
  return (column) => {
    const text = ignoresCase ? sql`lower(${column})` : column;
    const isText = sql<SqlBool>`typeof(${column}) = 'text'`;
    if (at === 'whole') return sql<SqlBool>`(${isText} and ${text} = ${value} collate binary)`;
    if (length === 0) return isText;
    if (at === 'anywhere') return sql<SqlBool>`(${isText} and instr(${text}, ${value}) > 0)`;
    const blob = sql`cast(${text} as blob)`;
    const part = { start: sql`substr(${blob}, 1, ${bytes})`, end: sql`substr(${blob}, ${fromEnd})` }[at];
    return sql<SqlBool>`(${isText} and length(${blob}) >= ${bytes} and ${part} = cast(${value} as blob))`;
  };
};

function matchWith({ exact, value, lowerValue }: LikeRules): MatchText {
  return ({ at, ignoresCase }, given, slot, type) => {
    const pattern = slot(patternOf[at](literal(given)));
    return (column) => {
      const [text, wanted] = ignoresCase
        ? [sql`lower(${exact(column, type)})`, lowerValue(pattern)]
        : [exact(column, type), value(pattern)];
      return sql<SqlBool>`${text} like ${wanted} escape '!'`;
    };
  };
}

/** PostgreSQL. */
export const matchCollated: MatchText = matchWith({
  // A cast removes the spaces at the end of `char`, and adds the mask of `inet`.
  exact: (column, type) =>
    type === undefined || (type.kind === 'text' && type.isPadded !== true)
      ? sql`(cast(${column} as text) collate "C")`
      : sql`((case when ${column} is not null then concat(${column}) end) collate "C")`,
  value: (value) => sql`cast(${value} as text)`,
  lowerValue: (value) => sql`cast(${value} as text)`,
});

/** MySQL and MariaDB. */
export const matchConverted: MatchText = matchWith({
  exact: (column) => sql`(convert(${column} using utf8mb4) collate utf8mb4_bin)`,
  value: (value) => sql`convert(${value} using utf8mb4)`,
  // This also changes other letters, as in the column.
  lowerValue: (value) => sql`lower(convert(${value} using utf8mb4))`,
});

/** Returns the condition that a list contains an element: a list in a column of JSON, or an array of the database. */
export type MatchElement = (
  value: unknown,
  slot: (value: unknown) => unknown,
  column: { readonly type: ColumnType | undefined; readonly codec: ColumnCodec },
) => (column: Sql) => RawBuilder<SqlBool>;

const typesOfJson = { string: "'text'", number: "'integer', 'real'", bigint: "'integer', 'real'" } as const;

/** SQLite lists the elements of JSON with their types: 1 and true have the same value. */
export const elementInRows: MatchElement = (value, slot) => {
  const kind = typeof value as keyof typeof typesOfJson;
  const types = sql.raw(Object.hasOwn(typesOfJson, kind) ? typesOfJson[kind] : `'${value === true}'`);
  const wanted = typeof value === 'boolean' ? undefined : slot(value);
  const isEqual = wanted === undefined ? sql`1 = 1` : sql`e.value = ${wanted}`;
  return (column) =>
    sql<SqlBool>`(case when json_valid(${column}) then json_type(${column}) = 'array' and exists (select 1 from json_each(${column}) e where e.type in (${types}) and ${isEqual}) end)`;
};

/** PostgreSQL. An index with the method gin serves both conditions. */
export const elementContained: MatchElement = (value, slot, { type, codec }) => {
  if (type?.kind === 'json') {
    const wanted = slot(JSON.stringify([value]));
    const contains = (column: Sql) => sql<SqlBool>`cast(${column} as jsonb) @> cast(${wanted} as jsonb)`;
    if (type.isBinary === true) return contains;
    const [before, after] = [sql.raw(readableJson.before), sql.raw(readableJson.after)];
    return (column) => sql<SqlBool>`(case when ${before}${column}${after} then ${contains(column)} end)`;
  }
  const wanted = slot(codec.encode === undefined ? [value] : codec.encode([value]));
  return (column) => sql<SqlBool>`${column} @> ${wanted}`;
};

/** MySQL and MariaDB, whose `json_contains` also finds the elements of lists in the list. */
export const elementOfJson: MatchElement = (value, slot) => {
  const wanted = slot(JSON.stringify([value]));
  return (column) => sql<SqlBool>`(json_type(${column}) = 'ARRAY' and json_overlaps(${column}, ${wanted}))`;
};

/** Joins strings as the standard does. */
export function joined(parts: readonly Sql[]): Sql {
  return sql`(${sql.join(parts, sql` || `)})`;
}
