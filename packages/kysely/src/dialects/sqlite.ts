import { parseColumnType, sqliteViolation } from '@linkage/storage';
import { sql } from 'kysely';
import { castTo, plain } from './column-codec.ts';
import type { SqlDialect } from './dialect.ts';
import { isLarge } from './is-large.ts';
import { readSqliteCatalog } from './sqlite-catalog.ts';

/** SQLite, whatever the driver. */
export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  nullIs: 'least',
  returning: true,
  onConflict: 'do nothing',
  maxKeys: 32_000,
  idsByCollation: false,
  keysAsArray: false,
  hasBooleans: false,
  hasLateral: false,
  hasAntiJoins: false,
  isAsync: false,
  // Programs store times and dates in several forms. An instant is compared as the text that `Date` writes.
  ignoresCase: true,
  typeOf: parseColumnType,
  codecOf: (type) => ({
    ...plain,
    read: isLarge(type) ? castTo('text') : undefined,
    encode: (value) => (value instanceof Date ? value.toISOString() : value),
  }),
  refusedId({ kind }, isPart) {
    if (kind === 'binary') return 'its bytes do not have a text';
    return kind === 'float' && isPart ? 'the text of a floating-point number in a longer text is not exact' : undefined;
  },
  parsesJson: false,
  textType: 'text',
  values: { storesNul: true, keepsMark: true, isLoose: true },
  violationOf: sqliteViolation,
  faultOf({ code, errcode }) {
    const name = typeof code === 'string' ? code : '';
    // Another process has the lock: busy, and locked.
    const primary = typeof errcode === 'number' ? errcode & 0xff : undefined;
    if (primary === 5 || primary === 6 || /^SQLITE_(?:BUSY|LOCKED)/.test(name)) return 'conflict';
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
  readCatalog: readSqliteCatalog,
};
