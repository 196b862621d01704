import { sql } from 'kysely';
import { type ColumnKind, type ColumnType, isLarge, parseColumnType } from '../columns/column-type.ts';
import { sqliteViolation } from '../failures/sqlite-violation.ts';
import { sqliteAggregates } from './aggregates.ts';
import { type ColumnCodec, castTo, formCodec, plain, readable, textTimeCodec } from './column-codec.ts';
import type { SqlDialect } from './dialect.ts';
import { memberByPath } from './json-members.ts';
import { sqliteKeyValues } from './key-values.ts';
import { rejectedIds } from './rejected-ids.ts';
import { readSqliteSchema } from './sqlite-schema.ts';
import { elementInRows, joined, matchBytes } from './text-matching.ts';
import { finite } from './unreadable.ts';
import { searchByTable } from './word-search.ts';

/** An integer that a number holds exactly is a number, any other a string: no column has a type that excludes large integers. */
function exactInteger(stored: unknown): unknown {
  if (typeof stored !== 'bigint') return typeof stored === 'number' ? finite(stored) : stored;
  return Number.isSafeInteger(Number(stored)) ? Number(stored) : String(stored);
}

/**
 * Reads the name of a type. A name that is none of SQLite is that of numbers, for example `string`, unless a part of it says another: then
 * "007" becomes 7. A column of the type `any` keeps strings in a strict table.
 */
function sqliteType(text: string): ColumnType {
  const type = parseColumnType(text);
  const isUnknown = type.kind === 'other' || type.kind === 'structure';
  const makesNumbers = /int/i.test(text) || !/char|clob|text|blob|^(?:any)?$/i.test(text.trim());
  return isUnknown && makesNumbers ? { ...type, makesNumbers } : type;
}

const readableKinds: Readonly<Record<ColumnKind, ColumnCodec['readable']>> = {
  ...{ boolean: readable.boolean, json: readable.json },
  ...{ integer: readable.number, numeric: readable.number, float: readable.number },
  ...{ text: readable.text, uuid: readable.text, date: readable.text, timestamp: readable.text, other: readable.text },
  ...{ array: readable.text, structure: readable.text, binary: undefined },
};

/** Programs store times and dates in several forms. An instant is compared as the text that `Date` writes. */
function sqliteCodec(type: ColumnType): ColumnCodec {
  if (type.form === 'instant' || type.form === 'local') return textTimeCodec(type);
  if (type.form !== undefined) return formCodec(type, plain);
  return {
    ...plain,
    read: isLarge(type) ? castTo('text') : undefined,
    decode: exactInteger,
    keepsPlain: true,
    readable: readableKinds[type.kind],
    encode: (value) => (value instanceof Date ? value.toISOString() : value),
  };
}

/** SQLite, whatever the driver. */
export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  locking: 'database',
  abortsTransactions: false,
  keepsTransactions: false,
  indexesInTable: false,
  limitsDeletions: false,
  writesInQueries: false,
  // Without `autoincrement`, it would count from the beginning again after all rows are removed.
  counted: 'integer primary key autoincrement',
  quote: '"',
  hasTextIndexes: false,
  hasArrays: false,
  hasZones: true,
  comparesUnions: true,
  // It compares a row with a subquery only.
  rowsIn: (rows) => sql`(values ${rows})`,
  hexOf: (bytes) => sql`lower(hex(${bytes}))`,
  concat: joined,
  matchText: matchBytes,
  matchElement: elementInRows,
  wordSearch: searchByTable,
  memberSql: memberByPath,
  indexesExpressions: true,
  aggregates: sqliteAggregates,
  keyValues: sqliteKeyValues,
  nullIs: 'least',
  hasNullsClause: true,
  returning: true,
  onConflict: 'do nothing',
  maxKeys: 32_000,
  idsByCollation: false,
  keysAsArray: false,
  hasBooleans: false,
  hasLateral: false,
  hasAntiJoins: false,
  readsBranches: false,
  isAsync: false,
  ignoresCase: true,
  typeOf: sqliteType,
  codecOf: sqliteCodec,
  rejectedId: rejectedIds.sqlite,
  parsesJson: false,
  textType: 'text',
  exactText: (value) => sql`(cast(${value} as text) collate binary)`,
  values: { storesNul: true, keepsMark: true, isLoose: true },
  violationOf: sqliteViolation,
  faultOf({ code, errcode }) {
    const name = typeof code === 'string' ? code : '';
    // Another process has the lock: busy, and locked.
    const primary = typeof errcode === 'number' ? errcode & 0xff : undefined;
    if (primary === 5 || primary === 6 || /^SQLITE_(?:BUSY|LOCKED)/.test(name)) return 'conflict';
    // A file that can only be read, or an authorizer that rejects the statement.
    if (primary === 8 || primary === 23 || /^SQLITE_(?:READONLY|AUTH)/.test(name)) return 'denied';
    // libSQL: the connection to its server is lost, or the server failed. It is unknown whether the statement was completed.
    if (/^(?:HRANA_|SERVER_ERROR$)/.test(name)) return 'lost';
    // The file is gone, cannot be opened, or the disk is full.
    return primary === 14 || primary === 10 || primary === 13 || /^SQLITE_(?:CANTOPEN|IOERR|FULL)/.test(name)
      ? 'unavailable'
      : undefined;
  },
  async blockedBefore({ code, errcode }, db) {
    // SQLite reports other conflicts at once, such as those of a snapshot.
    if (errcode !== 5 && code !== 'SQLITE_BUSY') return 0;
    const { rows } = await sql<{ readonly timeout: number | bigint }>`pragma busy_timeout`.execute(db);
    return Number(rows.at(0)?.timeout ?? 0);
  },
  readDatabaseSchema: readSqliteSchema,
};
