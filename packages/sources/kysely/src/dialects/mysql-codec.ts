import { sql } from 'kysely';
import { bytesOf } from '../columns/base64.ts';
import { type ColumnKind, type ColumnType, isLarge } from '../columns/column-type.ts';
import {
  type ColumnCodec,
  castTo,
  formCodec,
  instantText,
  jsonCodec,
  plain,
  readable,
  shortened,
} from './column-codec.ts';
import { hasDay, withoutZeroDate } from './zero-dates.ts';

/** The digits of the longest decimal number, and those after its point. */
const ALL_DIGITS = 65;
const FRACTION_DIGITS = 30;

/** Instants are strings in UTC. A literal has no time zone: one of a `timestamp` is in the time zone of the session. */
function timestampCodec(type: ColumnType): ColumnCodec {
  const read: ColumnCodec['read'] = (column) => {
    const utc = type.isLocal === true ? column : sql`convert_tz(${column}, @@session.time_zone, '+00:00')`;
    return shortened(sql`date_format(${utc}, '%Y-%m-%dT%H:%i:%s.%fZ')`);
  };
  const encode = instantText(type, (text) => text.replace('T', ' ').replace('Z', ''));
  const bind: ColumnCodec['bind'] = (parameter) => sql`convert_tz(${parameter}, '+00:00', @@session.time_zone)`;
  return { read, decode: withoutZeroDate, encode, bind: type.isLocal === true ? undefined : bind, readable: hasDay };
}

/** Returns the shortest decimal number that a `float` of 4 bytes holds as this number. */
function shortestFloat(stored: unknown): number {
  const number = Number(stored);
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(number.toPrecision(digits));
    if (Math.fround(rounded) === number) return rounded;
  }
  return Number(number.toPrecision(9));
}

/** The text of a `float` has six digits, and a decimal number is compared with its value as a `double`. */
const floatCodec: ColumnCodec = {
  read: (column) => sql`(${column} + 0e0)`,
  decode: shortestFloat,
  encode: (value) => (typeof value === 'number' || typeof value === 'string' ? Math.fround(Number(value)) : value),
  bind: undefined,
};

/** A comparison with a string would compare numbers as `double`, which does not hold all digits. */
function decimalCodec({ digits = [ALL_DIGITS, FRACTION_DIGITS] }: ColumnType): ColumnCodec {
  const fraction = Math.max(digits[1], Math.min(FRACTION_DIGITS, ALL_DIGITS - (digits[0] - digits[1])));
  return {
    ...plain,
    bind: (parameter) => sql`cast(${parameter} as decimal(${sql.raw(`${ALL_DIGITS}, ${fraction}`)}))`,
  };
}

function hexOf(value: unknown): unknown {
  const bytes = typeof value === 'string' ? bytesOf(value) : value;
  if (!(bytes instanceof Uint8Array)) return value;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Drivers escape a value of their own type for bytes only, so bytes are sent as a string. */
const bytesCodec: ColumnCodec = { ...plain, encode: hexOf, bind: (parameter) => sql`unhex(${parameter})` };

/** Geometries are read and written as text, such as `POINT(1 2)`. */
const geometryCodec: ColumnCodec = {
  ...plain,
  read: (column) => sql`st_astext(${column})`,
  bind: (parameter) => sql`st_geomfromtext(${parameter})`,
};

const asText: ColumnCodec = { ...plain, read: castTo('char') };

/** The codecs of each kind. */
const codecs: Readonly<Record<ColumnKind, (type: ColumnType) => ColumnCodec>> = {
  text: () => plain,
  integer: (type) => (isLarge(type) ? asText : plain),
  numeric: decimalCodec,
  float: ({ greatest }) => (greatest === undefined ? plain : floatCodec),
  boolean: () => ({ ...plain, readable: readable.boolean }),
  uuid: () => plain,
  date: () => ({ ...asText, decode: withoutZeroDate, readable: hasDay }),
  timestamp: (type) => formCodec(type, timestampCodec(type)),
  json: () => ({ ...jsonCodec('char'), readable: readable.json }),
  binary: (type) => (type.form === 'base64' ? { ...bytesCodec, decode: formCodec(type, plain).decode } : plain),
  array: (type) => formCodec(type, asText),
  structure: () => geometryCodec,
  other: () => plain,
};

/** Returns the codec of a type. */
export function mysqlCodec(type: ColumnType): ColumnCodec {
  return codecs[type.kind](type);
}
