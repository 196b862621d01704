import { errorObject, type FilterOperator, JsonApiError } from '@linkage/core';
import type { ColumnKind } from '@linkage/storage';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SqlDialect } from '../dialects/dialect.ts';
import type { Column, Table } from '../mapping/table.ts';

type Condition = Expression<SqlBool>;

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** How a database compares texts by their characters, whatever the collation of the column. */
interface TextRules {
  /** The text of a column, compared by its characters. */
  readonly exact: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** A text in which the letters A to Z are in lower case. */
  readonly folded: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** A value, as a text of the database that `folded` can change. */
  readonly value: (value: string) => RawBuilder<unknown>;
}

const rules: Readonly<Record<Exclude<SqlDialect['name'], 'sqlite'>, TextRules>> = {
  postgres: {
    exact: (column) => sql`(cast(${column} as text) collate "C")`,
    folded: (text) => sql`translate(${text}, ${sql.lit(upper)}, ${sql.lit(lower)})`,
    value: (value) => sql`cast(${value} as text)`,
  },
  mysql: {
    exact: (column) => sql`(convert(${column} using utf8mb4) collate utf8mb4_bin)`,
    // This also changes other letters, on both sides of a comparison.
    folded: (text) => sql`lower(${text})`,
    value: (value) => sql`convert(${value} using utf8mb4)`,
  },
};

/** Writes a text as a pattern of LIKE, in which it stands for itself. */
function literal(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}

function patternOf(operator: FilterOperator, value: string): string {
  const text = literal(value);
  if (operator === 'iEq') return text;
  const [before, after] = [/starts/i.test(operator) ? '' : '%', /ends/i.test(operator) ? '' : '%'];
  return before + text + after;
}

/** SQLite has no LIKE with case, and its functions on texts stop at U+0000. `instr` and comparisons of bytes do not. */
function sqliteCondition(column: RawBuilder<unknown>, operator: FilterOperator, value: string): Condition {
  const text = operator.startsWith('i') ? sql`lower(${column})` : column; // sabotage: letters-text-compared-without-case
  const bytes = new TextEncoder().encode(value).length;
  const isText = sql<SqlBool>`typeof(${column}) = 'text'`;
  if (/eq$/i.test(operator)) return sql<SqlBool>`(${isText} and ${text} = ${value} collate binary)`;
  if (bytes === 0) return isText;
  if (/contains/i.test(operator)) return sql<SqlBool>`(${isText} and instr(${text}, ${value}) > 0)`; // sabotage: contains-compares-texts-part
  const blob = sql`cast(${text} as blob)`;
  const part = /starts/i.test(operator) ? sql`substr(${blob}, 1, ${bytes})` : sql`substr(${blob}, ${-bytes})`;
  return sql<SqlBool>`(${isText} and length(${blob}) >= ${bytes} and ${part} = cast(${value} as blob))`;
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
export function textConditions(
  { dialect, type }: Table,
  name: string,
  { type: columnType }: Pick<Column, 'type'>,
  column: RawBuilder<unknown>,
  operator: FilterOperator,
  values: readonly unknown[],
): readonly Condition[] {
  if (!storesText({ type: columnType })) {
    const detail = `Type "${type.name}" cannot be filtered with the operator "${operator}" for \`${name}\`, because the database does not store it as text.`;
    throw new JsonApiError(
      errorObject('FILTER_NOT_SUPPORTED', detail, { source: { parameter: `filter[${name}][${operator}]` } }),
    );
  }
  const ignoresCase = operator.startsWith('i');
  const texts = values.filter((value) => typeof value === 'string');
  if (dialect.name === 'sqlite') {
    return texts.map((text) => sqliteCondition(column, operator, ignoresCase ? lowerAscii(text) : text));
  }
  const { exact, folded, value } = rules[dialect.name];
  return (
    texts
      // No stored text contains a character that the database cannot store.
      .filter((text) => dialect.values.storesNul || !text.includes('\u0000'))
      .map((text) => {
        const pattern = value(patternOf(operator, text));
        const [left, right] = ignoresCase ? [folded(exact(column)), folded(pattern)] : [exact(column), pattern];
        return sql<SqlBool>`${left} like ${right} escape '!'`;
      })
  );
}
