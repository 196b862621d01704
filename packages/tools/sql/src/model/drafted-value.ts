import type { DatabaseColumn, DatabaseTable } from '@linkage/kysely';
import { isSecretColumn, isSecretNumber } from '../names/secrets.ts';
import { columnKinds, type DraftedValue, plain } from './column-kinds.ts';
import type { DraftValue } from './draft-value.ts';
import type { DatabaseKind, DraftOptions } from './model.ts';
import type { CheckedValues } from './read-check.ts';

/** Types whose values have no string that a client can use, as the database writes them, in lower case. */
const OPAQUE = /^(?:geometry|geography|raster|tsvector|tsquery|gtsvector|vector|halfvec|sparsevec|blob)/;
/** Types of SQLite and MySQL that the sources do not know, and whose values are numbers. */
const NUMBERS = /^(?:year|money|number|currency|double precision)/;

/**
 * Returns the values of a column, as the sources read them with a database schema. Returns undefined if a draft must leave the column out:
 * its values have no string.
 */
export function draftedValue(
  { type, typeName, labels }: DatabaseColumn,
  database: DatabaseKind,
): DraftedValue | undefined {
  const { kind } = type;
  const name = typeName.toLowerCase();
  const facts = columnKinds[kind];
  // MariaDB compares bits as numbers.
  if ((kind === 'other' && OPAQUE.test(name)) || (kind === 'binary' && name.startsWith('bit'))) return undefined;
  let value: DraftValue | undefined;
  if (database === 'sqlite') {
    if (/^(?:tinyint|bit)\(1\)/.test(name)) return columnKinds.boolean.sqlite;
    if (facts.sqlite !== undefined) return facts.sqlite;
    value = kind === 'other' && NUMBERS.test(name) ? { kind: 'number' } : facts.value(type, undefined);
  } else if (kind === 'array') value = facts.value(type, labels);
  else if (labels !== undefined) value = { kind: 'enum', labels };
  else if (name.startsWith(database === 'mysql' ? 'year' : 'oid')) value = { kind: 'integer' };
  else value = facts.value(type, undefined);
  return value && plain(value, value.kind === 'local time' ? 'localDateTimeColumn' : undefined);
}

/** Returns the values that check constraints leave. */
export function checkedValue(
  drafted: DraftedValue,
  { labels, min, max, minLength, maxLength, isJson }: CheckedValues,
): DraftedValue {
  const { value } = drafted;
  if (value.kind === 'text') {
    if (isJson) return plain({ kind: 'json' }, 'jsonColumn');
    if (labels !== undefined) return { ...drafted, value: { kind: 'enum', labels } };
    const length = Math.min(maxLength ?? Number.POSITIVE_INFINITY, value.maxLength ?? Number.POSITIVE_INFINITY);
    const most = Number.isFinite(length) && { maxLength: length };
    return { ...drafted, value: { ...value, ...(minLength !== undefined && { minLength }), ...most } };
  }
  if (value.kind !== 'integer') return drafted;
  return { ...drafted, value: { ...value, ...(min !== undefined && { min }), ...(max !== undefined && { max }) } };
}

/** Whether values have too many bytes for all responses, such as pictures. */
export function isLong({ type }: DatabaseColumn, { kind }: DraftValue): boolean {
  return kind === 'bytes' && !((type.bytes ?? type.maxBytes ?? Number.POSITIVE_INFINITY) < 256);
}

/** Whether requests can compare the values of a column. */
export function isComparable({ isIncomparable }: DatabaseColumn, { kind }: DraftValue): boolean {
  return isIncomparable !== true && kind !== 'json' && kind !== 'array';
}

/** Whether requests can look for values in the lists of a column. */
export function isSearchable({ isIncomparable }: DatabaseColumn, value: DraftValue): boolean {
  return isIncomparable !== true && value.kind === 'array' && value.of.kind !== 'json' && value.of.kind !== 'array';
}

/** Whether the name of a column can say that it is secret, or its values can: those of a list of labels cannot. */
export function canBeSecret({ type, labels }: DatabaseColumn, by: readonly string[] = ['name', 'values']): boolean {
  return by.includes(columnKinds[type.kind].secret) && labels === undefined;
}

/** Whether options name a table, with its schema or without it. */
export function isNamed({ schema, name }: DatabaseTable, names: readonly string[], column?: string): boolean {
  const end = column === undefined ? '' : `.${column}`;
  return names.includes(`${name}${end}`) || names.includes(`${schema}.${name}${end}`);
}

/** Returns why a column is secret, unless `show` names it: by its name, that of its table, or its values. */
export function secrecyOf(
  table: DatabaseTable,
  name: string,
  { show = [], hasSecrets }: Pick<DraftOptions, 'show' | 'hasSecrets'>,
): 'by its name' | 'by its values' | undefined {
  const column = table.columns.get(name);
  if (column === undefined || isNamed(table, show, name)) return undefined;
  const isNever = columnKinds[column.type.kind].secret === 'never';
  if (!canBeSecret(column)) return isSecretNumber(name) && !isNever ? 'by its name' : undefined;
  if (isSecretColumn(name, table.name)) return 'by its name';
  return hasSecrets?.(table, name) === true ? 'by its values' : undefined;
}

/** Whether a new row can omit a column. */
export function hasOwnValue({ default: value, generated, identity, nullable }: DatabaseColumn): boolean {
  return nullable || value !== undefined || generated !== undefined || identity !== undefined;
}
