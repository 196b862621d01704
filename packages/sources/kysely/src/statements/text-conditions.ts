import type { FilterOperator, FilterTerm } from '@linkage/core';
import {
  filterOperators,
  isTextOperator,
  type TextComparison,
  type TextOperator,
  textComparisonOf,
} from '@linkage/core/internal';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ColumnKind, ColumnType } from '../columns/column-type.ts';
import type { SqlDialect } from '../dialects/dialect.ts';
import { notText } from '../failures/source-errors.ts';
import { type Column, columnIn, type Table } from '../mapping/table.ts';
import { anyOf, type Build, type Condition, type Place } from './condition.ts';
import { type Shape, slotFor } from './shape.ts';

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The expressions with which a database compares texts by their characters, whatever the collation of the column. */
interface TextRules {
  /** The text of a column as records contain it, compared by its characters. In this collation of PostgreSQL, `lower` changes the letters A to Z only. */
  readonly exact: (column: RawBuilder<unknown>, type: ColumnType | undefined) => RawBuilder<unknown>;
  /** A value as a text of the database. */
  readonly value: (value: unknown) => RawBuilder<unknown>;
  /** A value without capital letters as `lower` returns the text of a column. */
  readonly lowerValue: (value: unknown) => RawBuilder<unknown>;
}

const rules: Readonly<Record<Exclude<SqlDialect['name'], 'sqlite'>, TextRules>> = {
  postgres: {
    // A cast removes the spaces at the end of `char`, and adds the mask of `inet`.
    exact: (column, type) =>
      type === undefined || (type.kind === 'text' && type.isPadded !== true)
        ? sql`(cast(${column} as text) collate "C")`
        : sql`((case when ${column} is not null then concat(${column}) end) collate "C")`,
    value: (value) => sql`cast(${value} as text)`,
    lowerValue: (value) => sql`cast(${value} as text)`,
  },
  mysql: {
    exact: (column) => sql`(convert(${column} using utf8mb4) collate utf8mb4_bin)`,
    value: (value) => sql`convert(${value} using utf8mb4)`,
    // This also changes other letters, as in the column.
    lowerValue: (value) => sql`lower(convert(${value} using utf8mb4))`,
  },
};

/** Writes a text as a pattern of LIKE, in which it stands for itself. */
function literal(text: string): string {
  return text.replace(/[!%_]/g, '!$&'); // sabotage: signs-pattern-not-escaped
}

const patternOf: Readonly<Record<TextComparison['at'], (literal: string) => string>> = {
  whole: (text) => text,
  anywhere: (text) => `%${text}%`,
  start: (text) => `${text}%`,
  end: (text) => `%${text}`,
};

/** Builds the condition on a column. */
type OnColumn = (column: RawBuilder<unknown>) => Condition;

/** SQLite has no LIKE with case, and its functions on texts stop at U+0000. `instr` and comparisons of bytes do not. */
function sqliteCondition(shape: Shape, { at, ignoresCase }: TextComparison, given: string): OnColumn {
  const length = new TextEncoder().encode(given).length;
  shape.text += length === 0 ? '~0' : '~';
  const [value, bytes, fromEnd] = [given, length, -length].map((it) => slotFor(shape, it));
  return (column) => {
    const text = ignoresCase ? sql`lower(${column})` : column; // sabotage: letters-text-compared-without-case
    const isText = sql<SqlBool>`typeof(${column}) = 'text'`;
    if (at === 'whole') return sql<SqlBool>`(${isText} and ${text} = ${value} collate binary)`;
    if (length === 0) return isText;
    if (at === 'anywhere') return sql<SqlBool>`(${isText} and instr(${text}, ${value}) > 0)`; // sabotage: contains-compares-texts-part
    const blob = sql`cast(${text} as blob)`;
    const part = { start: sql`substr(${blob}, 1, ${bytes})`, end: sql`substr(${blob}, ${fromEnd})` }[at];
    return sql<SqlBool>`(${isText} and length(${blob}) >= ${bytes} and ${part} = cast(${value} as blob))`;
  };
}

function likeCondition(
  shape: Shape,
  { exact, value, lowerValue }: TextRules,
  { at, ignoresCase }: TextComparison,
  given: string,
  { type }: Pick<Column, 'type'>,
): OnColumn {
  shape.text += '~';
  const pattern = slotFor(shape, patternOf[at](literal(given)));
  return (column) => {
    const [text, wanted] = ignoresCase
      ? [sql`lower(${exact(column, type)})`, lowerValue(pattern)]
      : [exact(column, type), value(pattern)];
    return sql<SqlBool>`${text} like ${wanted} escape '!'`;
  };
}

const otherKinds: ReadonlySet<ColumnKind | undefined> = new Set<ColumnKind>([
  ...(['integer', 'numeric', 'float', 'boolean', 'date', 'timestamp', 'json'] as const),
]);

/** Whether a column can store texts, as far as its type is known. */
export function storesText({ type }: Pick<Column, 'type'>): boolean {
  return !otherKinds.has(type?.kind);
}

/**
 * Returns the condition that a column contains any of some texts, begins or ends with it, or equals it without case.
 *
 * @throws {JsonApiError} 400 if the column does not contain texts.
 */
export function textCondition(
  { shape, table, alias }: Place,
  own: Column,
  term: FilterTerm & { readonly operator: TextOperator },
): Build {
  const { values } = term;
  const { dialect, type } = table;
  const comparison = textComparisonOf(term.operator);
  if (!storesText(own)) throw notText(type.name, term);
  const conditions = values.flatMap((value): readonly OnColumn[] => {
    // No stored text contains a character that the database cannot store.
    if (typeof value !== 'string' || (!dialect.values.storesNul && value.includes('\u0000'))) return [];
    const text = comparison.ignoresCase ? lowerAscii(value) : value;
    if (dialect.name === 'sqlite') return [sqliteCondition(shape, comparison, text)];
    return [likeCondition(shape, rules[dialect.name], comparison, text, own)];
  });
  return () => anyOf(conditions.map((build) => build(columnIn(own, alias))));
}

/** Returns the operators of the attributes whose columns do not store texts. */
export function filterOperatorsOf({ type, columns }: Table): Readonly<Record<string, readonly FilterOperator[]>> {
  const compared = filterOperators.filter((operator) => !isTextOperator(operator));
  const names = [...type.attributes.keys()].filter((name) => {
    const column = columns.get(name);
    return column !== undefined && !storesText(column);
  });
  return Object.freeze(Object.fromEntries(names.map((name) => [name, compared])));
}
