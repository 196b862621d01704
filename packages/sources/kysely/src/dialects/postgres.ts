import { type RawBuilder, sql } from 'kysely';
import { type ColumnKind, type ColumnType, isLarge, parseColumnType } from '../columns/column-type.ts';
import { postgresViolation } from '../failures/postgres-violation.ts';
import { driverText } from '../failures/violation.ts';
import { strictAggregates } from './aggregates.ts';
import { arrayCodec } from './array-codec.ts';
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
import type { SqlDialect } from './dialect.ts';
import { isLostConnection } from './failure.ts';
import { memberByOperators } from './json-members.ts';
import { textKeyValues } from './key-values.ts';
import { readPostgresSchema } from './postgres-schema.ts';
import { rejectedIds } from './rejected-ids.ts';
import { postgresPositions } from './replica-positions.ts';
import { elementContained, joined, matchCollated } from './text-matching.ts';
import { searchByVector } from './word-search.ts';

/**
 * Classes of codes: connection exceptions, insufficient resources, and interventions of an operator. 25006 is a server that only reads,
 * such as a standby. With 40003, as with 08007, it is unknown whether the statement was completed: a second run could write twice.
 */
const unavailable = /^(?:08|53|57P|25006|40003)/;
/** All other codes of class 40 but a violation: the transaction was rolled back. 55P03 is a lock that another one has. */
const conflicts = /^(?:40(?!002|003)|55P03)/;
/** A statement that was cancelled, and a transaction above `transaction_timeout`. */
const timeouts: ReadonlySet<unknown> = new Set(['57014', '25P04']);
/** Messages of `pg` and `pg-pool`, which have no codes. */
const lostMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Postgres connection has been discarded|Cannot use a pool after calling end)/;

/** Types without a comparison, where the database does not say so. */
const incomparable =
  /^(?:json|jsonpath|xml|point|line|lseg|box|path|polygon|circle|xid|cid|aclitem|refcursor|pg_snapshot|txid_snapshot|hstore)(?:\[\])*$/;

type Sql = RawBuilder<unknown>;

/** Selects the text of a time in the form of ISO 8601, which no setting of the session changes. PostgreSQL plans it faster than `to_char`. */
function textOf(time: Sql): Sql {
  return sql`(to_json(${time}) #>> '{}')`;
}

/** A time from the year 0 to the year 9999. Others, and infinite ones, are read as PostgreSQL writes them. */
const usualTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/;

/** Completes the text of a time in UTC: three digits of the fraction, or six if three are not enough, and the zone. */
function completeTime(stored: unknown): unknown {
  if (typeof stored !== 'string' || !usualTime.test(stored)) return stored;
  return `${stored.slice(0, 19)}.${stored.slice(20).padEnd(stored.length > 23 ? 6 : 3, '0')}Z`;
}

/** Instants are strings in UTC: a `Date` has milliseconds only. */
function timestampCodec(type: ColumnType): ColumnCodec {
  const read: ColumnCodec['read'] = (column) =>
    textOf(type.isLocal === true ? column : sql`(${column} at time zone 'UTC')`);
  const readKey: ColumnCodec['readKey'] = (column) => {
    const text = read(column);
    const digits = sql`case when ${text} like '%.%' then '' else '.' end`;
    const whole = sql`rpad(${text} || ${digits}, 26, '0') || 'Z'`;
    return sql`case when ${text} ~ ${sql.lit(usualTime.source)} then ${shortened(whole)} else ${text} end`;
  };
  return { ...plain, read, readKey, decode: completeTime, encode: instantText(type) };
}

const dateCodec: ColumnCodec = { ...plain, read: textOf };

const asText: ColumnCodec = { ...plain, read: castTo('text') };

/**
 * The codecs of each kind. Drivers make a local midnight of a date, a number or a bigint of an integer of 64 bits, and an object of an
 * interval.
 */
const codecs: Readonly<Record<ColumnKind, (type: ColumnType) => ColumnCodec>> = {
  text: (type) => formCodec(type, plain),
  integer: (type) => (isLarge(type) ? asText : plain),
  numeric: () => plain,
  float: () => ({ ...plain, readable: readable.number }),
  boolean: () => plain,
  uuid: () => plain,
  date: () => dateCodec,
  timestamp: (type) => formCodec(type, timestampCodec(type)),
  json: () => jsonCodec('text'),
  binary: (type) => formCodec(type, plain),
  array: (type) => arrayCodec(type, postgresCodec(type.of ?? { kind: 'other' })),
  structure: () => asText,
  other: () => plain,
};

/** Returns the codec of a type. */
function postgresCodec(type: ColumnType): ColumnCodec {
  return codecs[type.kind](type);
}

/** PostgreSQL, PGlite, and databases that speak like PostgreSQL. */
export const postgresDialect: SqlDialect = {
  name: 'postgres',
  locking: 'rows',
  abortsTransactions: true,
  keepsTransactions: false,
  indexesInTable: false,
  limitsDeletions: false,
  writesInQueries: true,
  counted: 'bigserial primary key',
  quote: '"',
  hasTextIndexes: true,
  hasArrays: true,
  hasZones: true,
  comparesUnions: true,
  rowsIn: (rows) => sql`(${rows})`,
  hexOf: (bytes) => sql`encode(${bytes}, 'hex')`,
  concat: joined,
  matchText: matchCollated,
  matchElement: elementContained,
  wordSearch: searchByVector,
  memberSql: memberByOperators,
  indexesExpressions: true,
  aggregates: strictAggregates,
  keyValues: textKeyValues,
  replicaPositions: postgresPositions,
  nullIs: 'greatest',
  hasNullsClause: true,
  returning: true,
  onConflict: 'do nothing',
  maxKeys: 50_000,
  idsByCollation: false,
  keysAsArray: true,
  hasBooleans: true,
  hasLateral: true,
  hasAntiJoins: true,
  readsBranches: true,
  setLocally: (settings) =>
    sql`select ${sql.join(settings.map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`,
  estimate: {
    explain: (query) => sql`explain (format json) ${query}`,
    rowsOf: (plan) => Number((plan as readonly [{ readonly Plan: Record<string, unknown> }])[0].Plan['Plan Rows']),
  },
  isAsync: true,
  ignoresCase: false,
  typeOf: parseColumnType,
  isIncomparable: (text) => incomparable.test(text),
  codecOf: postgresCodec,
  rejectedId: rejectedIds.postgres,
  parsesJson: true,
  textType: 'text',
  exactText: (value) => sql`(cast(${value} as text) collate "C")`,
  values: { storesNul: false, keepsMark: true, isLoose: false, hasNamed: true },
  violationOf: postgresViolation,
  functionArguments: 'named',
  sqlStateOf: ({ code }) => code,
  faultOf(error) {
    const code = driverText(error.code);
    if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) {
      if (conflicts.test(code)) return 'conflict';
      if (timeouts.has(code)) return 'timeout';
      if (code === '42501') return 'denied';
      if (unavailable.test(code)) return 'unavailable';
    }
    return isLostConnection(error) || lostMessages.test(error.message) ? 'lost' : undefined;
  },
  readDatabaseSchema: readPostgresSchema,
};

/** PGlite writes bytes into a domain as their text, which is one of numbers otherwise. */
function pgliteCodec(type: ColumnType): ColumnCodec {
  const codec = postgresCodec(type);
  if (type.form !== 'base64') return codec;
  const encode = (value: unknown): unknown => {
    const bytes = codec.encode?.(value);
    const hex = bytes instanceof Uint8Array ? Array.from(bytes, (it) => it.toString(16).padStart(2, '0')).join('') : '';
    return bytes instanceof Uint8Array ? Object.assign(bytes, { toString: () => `\\x${hex}` }) : bytes;
  };
  return { ...codec, encode };
}

/** PGlite: PostgreSQL in the same process, whose driver drops U+FEFF at the beginning of a string. */
export const pgliteDialect: SqlDialect = {
  ...postgresDialect,
  codecOf: pgliteCodec,
  values: { ...postgresDialect.values, keepsMark: false },
  rejectedId: ({ kind }) =>
    kind === 'binary' || kind === 'boolean'
      ? `its driver does not compare strings with values of the type ${kind}`
      : undefined,
};
