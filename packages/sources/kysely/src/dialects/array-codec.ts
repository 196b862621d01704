import { sql } from 'kysely';
import { type ColumnKind, type ColumnType, isLarge } from '../columns/column-type.ts';
import { type ColumnCodec, parseJson, plain, timeOf } from './column-codec.ts';
import { finite } from './unreadable.ts';

type Convert = (value: unknown) => unknown;

/** Converts the elements of an array, also of one with several dimensions. */
function elementsOf(value: unknown, convert: Convert, dimensions = Number.POSITIVE_INFINITY): unknown {
  if (dimensions > 0 && Array.isArray(value)) return value.map((it) => elementsOf(it, convert, dimensions - 1));
  return value === null ? null : convert(value);
}

const toNumber: Convert = (text) => finite(Number(text));
const same: Convert = (text) => text;

/** How the text of an element becomes its value. */
const decodes: Readonly<Record<ColumnKind, Convert>> = {
  ...{ float: toNumber, integer: toNumber, boolean: (text) => text === 'true', timestamp: timeOf, json: parseJson },
  ...{ text: same, numeric: same, uuid: same, date: same, binary: same, array: same, structure: same, other: same },
};

/** Writes an array, whose dimensions are known to be few, as PostgreSQL reads it. */
function textOfArray(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(textOfArray).join(',')}}`;
  return value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`;
}

/**
 * Returns the codec of an array of PostgreSQL. Drivers return arrays of strings exactly, but no others: they round decimal numbers, and
 * return the text of an array of enums.
 */
export function arrayCodec({ of = { kind: 'other' }, dimensions }: ColumnType, element: ColumnCodec): ColumnCodec {
  const { read, encode = (value) => (of.kind === 'json' ? JSON.stringify(value) : value) } = element;
  // The text of an element can depend on settings of the session, but not in JSON. The rows of a subquery are one dimension.
  const readEach: ColumnCodec['read'] = (column) =>
    sql`cast(case when array_ndims(${column}) > 1 then to_json(${column}) when ${column} is not null then
      to_json(array(select ${read?.(sql`"@array"."@element"`)}
      from unnest(${column}) with ordinality as "@array" ("@element", "@place") order by "@array"."@place")) end as text)`;
  const isTime = of.kind === 'date' || of.kind === 'timestamp';
  const decode = isLarge(of) ? same : decodes[of.kind];
  return {
    ...plain,
    read: isTime ? readEach : (column) => sql`${column}::text[]`,
    readable: of.kind === 'float' ? (column) => sql`not ${column}::text[] && '{NaN,Infinity,-Infinity}'` : undefined,
    decode: (stored) => elementsOf(isTime ? JSON.parse(String(stored)) : stored, decode),
    // Without its dimensions, an array in an array of JSON could be an element or a row.
    encode: (value) =>
      Array.isArray(value)
        ? textOfArray(elementsOf(value, encode, of.kind === 'json' ? (dimensions ?? 1) : undefined))
        : value,
  };
}
