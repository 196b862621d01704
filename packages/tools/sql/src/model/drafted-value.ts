import type { CatalogColumn, CatalogTable } from '@linkage/kysely';
import type { ColumnType } from '@linkage/kysely/internal';
import { isSecretColumn, isSecretNumber } from '../names/secrets.ts';
import type { DatabaseKind, DraftAttribute, DraftCodec, DraftOptions, DraftValue } from './model.ts';
import type { CheckedValues } from './read-check.ts';

/** The values of a column, and the function that converts them. */
export type DraftedValue = Pick<DraftAttribute, 'value' | 'codec'>;

/** Types whose values have no text that a client can use, as the database writes them, in lower case. */
const OPAQUE = /^(?:geometry|geography|raster|tsvector|tsquery|gtsvector|vector|halfvec|sparsevec|blob)/;
/** Types of SQLite and MySQL that the sources do not know, and whose values are numbers. */
const NUMBERS = /^(?:year|money|number|currency|double precision)/;

const plain = (value: DraftValue, codec?: DraftCodec): DraftedValue => ({ value, codec });

function textOf({ maxLength }: ColumnType): DraftValue {
  return maxLength === undefined ? { kind: 'text' } : { kind: 'text', maxLength };
}

function isLarge({ range }: ColumnType): boolean {
  return range !== undefined && range[1] > BigInt(Number.MAX_SAFE_INTEGER);
}

/** Returns the values of an element of an array. */
function elementOf(type: ColumnType, labels: readonly string[] | undefined): DraftValue | undefined {
  if (labels !== undefined) return { kind: 'enum', labels };
  if (type.kind === 'binary') return undefined;
  return valueIn(type, 'postgres');
}

/** Returns the values of a type that is not an array. */
function valueIn(type: ColumnType, database: DatabaseKind): DraftValue {
  switch (type.kind) {
    case 'integer':
      return { kind: isLarge(type) ? 'large integer' : 'integer' };
    case 'numeric':
      return { kind: database === 'sqlite' ? 'number' : 'decimal' };
    case 'float':
      return { kind: 'number' };
    case 'boolean':
    case 'uuid':
    case 'json':
      return { kind: type.kind };
    case 'date':
      return { kind: 'date' };
    case 'timestamp':
      return { kind: type.isLocal === true ? 'local time' : 'instant' };
    default:
      return textOf(type);
  }
}

/** SQLite stores any value in any column: the declared type says what most programs store. */
function sqliteValue({ type, typeName }: CatalogColumn): DraftedValue {
  if (type.kind === 'boolean' || /^(?:tinyint|bit)\(1\)/i.test(typeName))
    return plain({ kind: 'boolean' }, 'booleanColumn');
  if (type.kind === 'json') return plain({ kind: 'json' }, 'jsonColumn');
  // Times and dates can be texts of any form, or numbers.
  if (type.kind === 'date' || type.kind === 'timestamp' || type.kind === 'uuid') return plain({ kind: 'text' });
  if (type.kind === 'other' && NUMBERS.test(typeName.toLowerCase())) return plain({ kind: 'number' });
  // The length of a type is not a limit in SQLite.
  return plain(type.kind === 'text' ? { kind: 'text' } : valueIn(type, 'sqlite'));
}

/**
 * Returns the values of a column, as the sources read them with a catalog. Returns undefined if a draft must leave the column out:
 * its values are bytes, or have no text.
 */
export function draftedValue(column: CatalogColumn, database: DatabaseKind): DraftedValue | undefined {
  const { type, typeName, labels } = column;
  const name = typeName.toLowerCase();
  if (type.kind === 'binary' || (type.kind === 'other' && OPAQUE.test(name))) return undefined;
  if (database === 'sqlite') return sqliteValue(column);
  if (type.kind === 'array') {
    let of = type.of === undefined ? undefined : elementOf(type.of, labels);
    for (let { dimensions = 1 } = type; of !== undefined && dimensions > 0; dimensions--) of = { kind: 'array', of };
    return of && plain(of);
  }
  if (labels !== undefined) return plain({ kind: 'enum', labels });
  if (name.startsWith(database === 'mysql' ? 'year' : 'oid')) return plain({ kind: 'integer' });
  const value = valueIn(type, database);
  return plain(value, value.kind === 'local time' ? 'localDateTimeColumn' : undefined);
}

/** Returns the values that check constraints leave. */
export function checkedValue(
  drafted: DraftedValue,
  { labels, min, max, maxLength, isJson }: CheckedValues,
): DraftedValue {
  const { value } = drafted;
  if (value.kind === 'text') {
    if (isJson) return plain({ kind: 'json' }, 'jsonColumn');
    if (labels !== undefined) return { ...drafted, value: { kind: 'enum', labels } };
    const length = Math.min(maxLength ?? Number.POSITIVE_INFINITY, value.maxLength ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(length) ? { ...drafted, value: { kind: 'text', maxLength: length } } : drafted;
  }
  if (value.kind !== 'integer') return drafted;
  return { ...drafted, value: { ...value, ...(min !== undefined && { min }), ...(max !== undefined && { max }) } };
}

/** Whether requests can compare the values of a column. */
export function isComparable({ isIncomparable }: CatalogColumn, { kind }: DraftValue): boolean {
  return isIncomparable !== true && kind !== 'json' && kind !== 'array';
}

/** Kinds of columns whose values are never secret: numbers, booleans, and times. */
const OPEN: ReadonlySet<ColumnType['kind']> = new Set(['integer', 'numeric', 'float', 'boolean', 'date', 'timestamp']);

/** Whether a column can contain secrets. */
export function canBeSecret({ type, labels }: CatalogColumn): boolean {
  return !OPEN.has(type.kind) && labels === undefined;
}

/** Returns why a column is secret: by its name, that of its table, or its values. */
export function secrecyOf(
  table: CatalogTable,
  name: string,
  hasSecrets: DraftOptions['hasSecrets'],
): 'by its name' | 'by its values' | undefined {
  const column = table.columns.get(name);
  if (column === undefined) return undefined;
  if (!canBeSecret(column)) return isSecretNumber(name) && column.type.kind !== 'boolean' ? 'by its name' : undefined;
  if (isSecretColumn(name, table.name)) return 'by its name';
  return hasSecrets?.(table, name) === true ? 'by its values' : undefined;
}

/** Whether a new row can omit a column. */
export function hasOwnValue({ default: value, generated, identity, nullable }: CatalogColumn): boolean {
  return nullable || value !== undefined || generated !== undefined || identity !== undefined;
}
