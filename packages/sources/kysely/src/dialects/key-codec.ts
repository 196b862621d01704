import { type RawBuilder, sql } from 'kysely';
import { canCompare, columnKinds, isNamedValue } from '../columns/column-kinds.ts';
import type { ColumnType } from '../columns/column-type.ts';
import { formatInstant, instantOf } from '../columns/instant.ts';
import type { ValueRules } from '../columns/kind-facts.ts';
import { NUMBER } from '../columns/value-forms.ts';
import { castTo } from './column-codec.ts';
import type { SqlDialect } from './dialect.ts';

/** The value of one column of an id, as the database compares it. */
export type KeyPart = string | number | bigint | Uint8Array;

/** The expressions with which statements read and compare one column of an id: each value has one string, which finds the value again. */
export interface KeyCodec {
  /** Selects the value; undefined if the driver reads the column without loss. */
  readonly read: ((column: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined;
  /** Returns the value of a string in an id; undefined if no row can have it. */
  readonly partOf: (text: string) => KeyPart | undefined;
  /** Returns the text of a value. */
  readonly textOf: (part: KeyPart) => string;
  /** Whether values are equal only if their strings are. A collation can consider different strings equal. */
  readonly isExact: boolean;
}

const BIGINT: ColumnType = { kind: 'integer', range: [-(2n ** 63n), 2n ** 63n - 1n] };

/** SQLite makes a number of a string in a column of numbers, and its driver reads it as a number. */
function sqlitePart(type: ColumnType | undefined, text: string): KeyPart | undefined {
  if (type === undefined || type.kind === 'text' || type.kind === 'other' || !NUMBER.test(text)) return text;
  const number = Number(text);
  if (String(number) === text) return number;
  const isWhole = /^-?[1-9]\d{0,18}$/.test(text);
  return isWhole && BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? BigInt(text) : undefined;
}

/** Databases read "05" and "5 " as 5, so one resource would have many ids. */
const CANONICAL = /^(?:0|-?[1-9]\d{0,19})$/;

/**
 * Returns an id as a column of this type compares it, or undefined if no row can have this id. An integer beyond the
 * safe integers of JavaScript is a bigint.
 */
export function keyOf(id: string, type: ColumnType | undefined, rules: ValueRules): KeyPart | undefined {
  if (!canCompare(type, id, rules)) return undefined;
  if (type?.kind === 'integer') {
    if (!CANONICAL.test(id)) return undefined;
    const key = Number(id);
    return Number.isSafeInteger(key) ? key : BigInt(id);
  }
  // A database reads other spellings of a UUID.
  return type?.kind === 'uuid' && id !== id.toLowerCase() ? undefined : id;
}

/** Returns the codec of instants, whose text is the same as that of an attribute. */
function instantCodec(type: ColumnType, dialect: SqlDialect): KeyCodec {
  const { read, readKey = read, encode = (value) => value } = dialect.codecOf(type);
  const idOf = (text: unknown): string | undefined => {
    const instant = instantOf(text);
    return instant && formatInstant(instant);
  };
  return {
    read: readKey,
    partOf: (text) => {
      if (dialect.values.hasNamed === true && isNamedValue(type, text)) return text;
      return idOf(text) === text ? (encode(text) as string) : undefined;
    },
    textOf: (part) => idOf(part) ?? String(part),
    isExact: true,
  };
}

const HEX = /^(?:[0-9a-f]{2})*$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the id of a column of bytes is the text of a UUID, and not its hexadecimal digits. */
export function isUuidOfBytes(type: ColumnType | undefined): boolean {
  return type?.bytes === 16;
}

/** Drivers escape bytes of this class of Node only. */
interface WithBuffer {
  readonly Buffer?: { readonly from: (bytes: Uint8Array) => Uint8Array };
}

/** Returns the codec of bytes: hexadecimal digits, or a UUID of 16 bytes. */
function bytesCodec(type: ColumnType, { hexOf }: SqlDialect): KeyCodec {
  const isUuid = isUuidOfBytes(type);
  const read: KeyCodec['read'] = (column) => {
    const hex = hexOf(column);
    const part = (from: number, length: number) => sql`substr(${hex}, ${sql.lit(from)}, ${sql.lit(length)})`;
    const parts = [part(1, 8), part(9, 4), part(13, 4), part(17, 4), part(21, 12)];
    return isUuid ? sql`concat_ws('-', ${sql.join(parts)})` : hex;
  };
  return {
    // Without a value, the text of no part would be that of the others.
    read: (column) => (isUuid ? sql`case when ${column} is not null then ${read(column)} end` : read(column)),
    partOf(text) {
      const hex = isUuid && UUID.test(text) ? text.replaceAll('-', '') : text;
      if (!(isUuid ? UUID : HEX).test(text) || (type.bytes !== undefined && hex.length !== 2 * type.bytes))
        return undefined;
      const bytes = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
      return (globalThis as WithBuffer).Buffer?.from(bytes) ?? bytes;
    },
    textOf(part) {
      const hex =
        part instanceof Uint8Array ? Array.from(part, (it) => it.toString(16).padStart(2, '0')).join('') : String(part);
      return isUuid ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : hex;
    },
    isExact: true,
  };
}

/** The values of one column of an id. */
export interface KeyPartColumn {
  readonly idType: 'text' | 'integer';
  /** The type of the column; undefined if no database schema contains it. */
  readonly type: ColumnType | undefined;
  /** Whether different strings are equal, so that a foreign key can contain another one than the id that it references. */
  readonly hasSpellings: boolean;
}

/** Returns the codec of one column of an id. */
export function keyCodecOf({ idType, type, hasSpellings }: KeyPartColumn, dialect: SqlDialect): KeyCodec {
  const { name, values } = dialect;
  const textOf = String;
  if (idType === 'integer' || type?.kind === 'integer' || (type?.kind === 'boolean' && name === 'mysql')) {
    const integer = type?.kind === 'integer' ? type : BIGINT;
    return {
      read: type?.kind === 'integer' ? dialect.codecOf(type).read : undefined,
      partOf: (text) => keyOf(text, integer, values),
      textOf,
      isExact: true,
    };
  }
  if (type?.kind === 'binary' && name !== 'sqlite') return bytesCodec(type, dialect);
  if (name === 'sqlite')
    return { read: undefined, partOf: (text) => sqlitePart(type, text), textOf, isExact: !hasSpellings };
  if (type?.kind === 'timestamp') return instantCodec(type, dialect);
  const partOf = (text: string) => keyOf(text, type, values);
  const facts = columnKinds[type?.kind ?? 'other'];
  const isExact = !dialect.idsByCollation && !hasSpellings && (type === undefined || facts.isExact);
  if (facts.isReadAsText) return { read: undefined, partOf, textOf, isExact };
  // The driver can make another value of a value whose type is not known, such as a date.
  const cast = castTo(dialect.textType);
  const { read = (column: RawBuilder<unknown>) => column } = type === undefined ? {} : dialect.codecOf(type);
  return { read: (column) => cast(read(column)), partOf, textOf, isExact };
}
