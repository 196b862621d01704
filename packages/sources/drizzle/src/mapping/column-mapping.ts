import { base64Column, booleanColumn, type ColumnMapping, jsonColumn } from '@linkage/kysely';
import { base64Of, bytesOf, isLarge, parseColumnType } from '@linkage/kysely/internal';
import type { Column } from 'drizzle-orm';

type Untyped = ColumnMapping<never, never> | ColumnMapping;

/** Converts a value of Drizzle to one of JSON. */
function toJson(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return base64Of(value);
  return typeof value === 'bigint' ? String(value) : value;
}

/** An instant in a number of SQLite: of seconds or of milliseconds. */
function instantNumber(column: Column): ColumnMapping {
  return {
    decode: (stored) => toJson(column.mapFromDriverValue(Number(stored))),
    encode(value) {
      const instant = new Date(String(value));
      return Number.isNaN(instant.getTime()) ? value : column.mapToDriverValue(instant);
    },
  };
}

/** A column of numbers whose values the sources otherwise read as strings, because a number cannot hold all of them. */
function isReadAsText(type: string): boolean {
  const own = parseColumnType(type);
  return own.kind === 'numeric' || isLarge(own);
}

/** Bytes of a type of the application: in a request and in a response, they are a string in base64. */
function customBytes(column: Column): ColumnMapping {
  return {
    form: 'base64',
    decode: (stored) => toJson(column.mapFromDriverValue(bytesOf(String(stored)))),
    encode(value) {
      const bytes = bytesOf(String(value));
      return bytes === undefined ? value : toJson(column.mapToDriverValue(bytes));
    },
  };
}

/** Bytes that Drizzle writes as a string. */
const rejected: ReadonlySet<string> = new Set(['SQLiteBlobJson', 'SQLiteBigInt']);

function converted(where: string, column: Column): Untyped {
  const { columnType, dataType } = column;
  if (rejected.has(columnType))
    throw new TypeError(
      `${where}: a column of the type ${columnType} cannot be an attribute, because the database cannot compare its values. Use \`text\` or \`integer\` instead of \`blob\`.`,
    );
  switch (columnType) {
    case 'SQLiteBoolean':
      return booleanColumn();
    case 'SQLiteTextJson':
    case 'MySqlJson':
    case 'PgJson':
    case 'PgJsonb':
      return jsonColumn();
    case 'SQLiteBlobBuffer':
      return base64Column();
    // SQLite stores a number, and the type in Drizzle is a string or a bigint.
    case 'SQLiteNumeric':
    case 'SQLiteNumericBigInt':
      return { decode: String };
    case 'SQLiteTimestamp':
      return instantNumber(column);
    default:
      break;
  }
  if (dataType === 'number' && isReadAsText(column.getSQLType())) return { decode: Number };
  if (dataType === 'custom' && parseColumnType(column.getSQLType()).kind === 'binary') return customBytes(column);
  if (dataType === 'custom')
    return {
      decode: (stored) => toJson(column.mapFromDriverValue(stored)),
      encode: (value: unknown) => column.mapToDriverValue(value),
    };
  return {};
}

/**
 * Returns the mapping of an attribute to a column of Drizzle: its values are those of JSON.
 *
 * @throws {TypeError} If the database cannot compare the values of the column.
 */
export function columnMapping(where: string, column: Column, name: string): ColumnMapping {
  return { ...(converted(where, column) as ColumnMapping), column: name };
}
