import { parseColumnType, postgresViolation } from '@linkage/storage';
import { driverText } from '@linkage/storage/internal';
import type { SqlDialect } from './dialect.ts';
import { isLostConnection } from './failure.ts';
import { readPostgresCatalog } from './postgres-catalog.ts';
import { postgresCodec } from './postgres-codec.ts';

/**
 * Classes of codes: connection exceptions, insufficient resources, and interventions of an operator. With 40003, as with 08007, it is
 * unknown whether the statement was completed: a second run could write twice.
 */
const unavailable = /^(?:08|53|57P|40003)/;
/** Messages of `pg` and `pg-pool`, which have no codes. */
const lostMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Postgres connection has been discarded|Cannot use a pool after calling end)/;

/** PostgreSQL, PGlite, and databases that speak like PostgreSQL. */
export const postgresDialect: SqlDialect = {
  name: 'postgres',
  nullIs: 'greatest',
  returning: true,
  onConflict: 'do nothing',
  maxKeys: 50_000,
  idsByCollation: false,
  keysAsArray: true,
  hasBooleans: true,
  hasLateral: true,
  hasAntiJoins: true,
  isAsync: true,
  ignoresCase: false,
  typeOf: parseColumnType,
  codecOf: postgresCodec,
  refusedId: () => undefined,
  parsesJson: true,
  textType: 'text',
  values: { storesNul: false, keepsMark: true, isLoose: false },
  violationOf: postgresViolation,
  faultOf(error) {
    const code = driverText(error.code);
    if (code === '40001' || code === '40P01' || code === '55P03') return 'conflict';
    if (code === '57014') return 'timeout';
    if (code !== undefined && /^[0-9A-Z]{5}$/.test(code) && unavailable.test(code)) return 'unavailable';
    return isLostConnection(error) || lostMessages.test(error.message) ? 'lost' : undefined;
  },
  readCatalog: readPostgresCatalog,
};

/** PGlite: PostgreSQL in the same process, whose driver drops U+FEFF at the beginning of a text. */
export const pgliteDialect: SqlDialect = {
  ...postgresDialect,
  values: { ...postgresDialect.values, keepsMark: false },
  refusedId: ({ kind }) =>
    kind === 'binary' || kind === 'boolean'
      ? `its driver does not compare texts with values of the type ${kind}`
      : undefined,
};
