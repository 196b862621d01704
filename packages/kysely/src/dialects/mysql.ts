import { type ColumnType, mysqlViolation, parseColumnType } from '@linkage/storage';
import type { SqlDialect } from './dialect.ts';
import { isLostConnection } from './failure.ts';
import { readMysqlCatalog } from './mysql-catalog.ts';
import { mysqlCodec } from './mysql-codec.ts';

const conflicts: ReadonlySet<unknown> = new Set([1213, 1205, 1020, 3572]);
const timeouts: ReadonlySet<unknown> = new Set([1969, 3024, 1317]);
/** Too many connections, a server that shuts down, a connection that was killed, and memory or disk that ran out. */
const unavailable: ReadonlySet<unknown> = new Set([
  ...[1040, 1053, 1077, 1079, 1152, 1159, 1161, 1184, 1203, 1226, 1290, 1836, 1927, 1021, 1037, 1041, 1135, 4031],
]);
const lostCodes: ReadonlySet<unknown> = new Set([
  ...['PROTOCOL_CONNECTION_LOST', 'POOL_CLOSED', 'ER_SERVER_SHUTDOWN', 'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR'],
]);
const lostMessages =
  /^(?:Connection lost|Can't add new command when connection is in closed state|Pool is closed|No connections available|Queue limit reached|Server shutdown|connect ETIMEDOUT)/;

/** Reads the name of a type: some names have another meaning than in other databases, or another precision by default. */
function mysqlType(text: string): ColumnType {
  const name = text.trim().toLowerCase();
  if (/^tinyint\(1\)/.test(name)) return { kind: 'boolean' };
  if (name === 'text') return parseColumnType('text64k');
  if (/^bit\b/.test(name)) return { kind: 'binary' };
  const type = parseColumnType(name);
  if (type.kind === 'timestamp') {
    const { fraction = 0 } = type;
    return name.startsWith('timestamp') ? { kind: 'timestamp', fraction } : { ...type, fraction };
  }
  return /^float\b/.test(name) ? parseColumnType('real') : type;
}

/** MySQL 8 and MariaDB 10.6 or later. */
export const mysqlDialect: SqlDialect = {
  name: 'mysql',
  nullIs: 'least',
  returning: false,
  onConflict: 'duplicate key update',
  maxKeys: 10_000,
  idsByCollation: true,
  keysAsArray: false,
  hasBooleans: true,
  hasLateral: false,
  hasAntiJoins: false,
  isAsync: true,
  ignoresCase: true,
  typeOf: mysqlType,
  codecOf: mysqlCodec,
  refusedId({ kind, isLocal }) {
    if (kind === 'binary') return 'its bytes do not have a text. Add a generated column of hexadecimal digits';
    return kind === 'timestamp' && isLocal !== true
      ? 'its text depends on the time zone of the session. Use the type `datetime`'
      : undefined;
  },
  parsesJson: true,
  textType: 'char',
  values: { storesNul: true, keepsMark: true, isLoose: false },
  violationOf: mysqlViolation,
  faultOf(error) {
    if (conflicts.has(error.errno)) return 'conflict';
    if (timeouts.has(error.errno)) return 'timeout';
    if (unavailable.has(error.errno)) return 'unavailable';
    const isLost = lostCodes.has(error.code) || isLostConnection(error) || lostMessages.test(error.message);
    return isLost ? 'lost' : undefined;
  },
  readCatalog: readMysqlCatalog,
};
