import { sql } from 'kysely';
import { type ColumnType, parseColumnType } from '../columns/column-type.ts';
import { mysqlViolation } from '../failures/mysql-violation.ts';
import { driverText } from '../failures/violation.ts';
import { mysqlAggregates } from './aggregates.ts';
import type { SqlDialect } from './dialect.ts';
import { isLostConnection } from './failure.ts';
import { memberByFunctions } from './json-members.ts';
import { mysqlKeyValues } from './key-values.ts';
import { mysqlCodec } from './mysql-codec.ts';
import { readMysqlSchema } from './mysql-schema.ts';
import { rejectedIds } from './rejected-ids.ts';
import { mariadbPositions } from './replica-positions.ts';
import { elementOfJson, matchConverted } from './text-matching.ts';
import { searchByMatch } from './word-search.ts';

/** Deadlocks, locks of others, rows that have changed, a connection whose last transaction was left open (1568); of Group Replication 3101, and of TiDB the codes above 8000. */
const conflicts: ReadonlySet<unknown> = new Set([1213, 1205, 1020, 1568, 3572, 3101, 8022, 8028, 9007]);
const timeouts: ReadonlySet<unknown> = new Set([1969, 3024, 1317]);
/** Rights on a database, a table, a column, and a function, and those of an administrator. */
const denied: ReadonlySet<unknown> = new Set([1044, 1142, 1143, 1227, 1370]);
/**
 * Too many connections, a server that shuts down, a connection that was killed, memory or disk that ran out, a server that only reads, a
 * commit with an unknown result (1180), a member outside of its group, and regions of TiDB without a leader.
 */
const unavailable: ReadonlySet<unknown> = new Set([
  ...[1040, 1053, 1077, 1079, 1152, 1159, 1161, 1180, 1184, 1203, 1226, 1290, 1792, 1836, 1927, 1021, 1037, 1041, 1135],
  ...[3032, 3100, 4031, 9001, 9002, 9005],
]);
/** Messages of a node of Galera outside of its cluster, and of a shard of Vitess; their numbers mean other errors, too. */
const unavailableMessages =
  /^WSREP has not yet prepared node|\bcode = (?:Unavailable|Aborted|ResourceExhausted|ClusterEvent)\b/;
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
  if (/^bit\(1\)/.test(name)) return { kind: 'boolean' };
  if (/^bit\b/.test(name)) return { kind: 'binary' };
  if (/^(?:multi)?(?:geometry|point|linestring|polygon)|^geometrycollection/.test(name)) return { kind: 'structure' };
  const type = parseColumnType(name);
  if (type.kind === 'timestamp') {
    const { fraction = 0 } = type;
    return name.startsWith('timestamp') ? { kind: 'timestamp', fraction } : { ...type, fraction };
  }
  return /^float\b/.test(name) ? parseColumnType('real') : type;
}

/** A table in a plan as JSON, which MySQL and MariaDB name differently. */
interface PlannedTable {
  readonly access_type?: string;
  readonly rows?: number;
  readonly rows_examined_per_scan?: number;
  readonly attached_condition?: string;
}

/** Returns the number of rows of a plan that reads one whole table. That of a condition would be wrong by far without histograms. */
function rowsOfWholeTable(plan: unknown): number | undefined {
  const { query_block: block } = plan as {
    readonly query_block?: { table?: PlannedTable; nested_loop?: readonly { table?: PlannedTable }[] };
  };
  const [joined, ...others] = block?.nested_loop ?? [];
  const table = block?.table ?? (others.length === 0 ? joined?.table : undefined);
  const isWhole = /^(?:ALL|index)$/.test(table?.access_type ?? '') && table?.attached_condition === undefined;
  return isWhole ? (table?.rows ?? table?.rows_examined_per_scan) : undefined;
}

/** MySQL 8 and MariaDB 10.6 or later. */
export const mysqlDialect: SqlDialect = {
  name: 'mysql',
  locking: 'ranges',
  abortsTransactions: false,
  keepsTransactions: true,
  indexesInTable: true,
  limitsDeletions: true,
  writesInQueries: false,
  counted: 'bigint not null auto_increment primary key',
  quote: '`',
  hasTextIndexes: false,
  hasArrays: false,
  hasZones: false,
  comparesUnions: false,
  rowsIn: (rows) => sql`(${rows})`,
  hexOf: (bytes) => sql`lower(hex(${bytes}))`,
  concat: (parts) => sql`concat(${sql.join(parts)})`,
  matchText: matchConverted,
  matchElement: elementOfJson,
  wordSearch: searchByMatch,
  memberSql: memberByFunctions,
  indexesExpressions: false,
  aggregates: mysqlAggregates,
  keyValues: mysqlKeyValues,
  replicaPositions: mariadbPositions,
  nullIs: 'least',
  hasNullsClause: false,
  returning: false,
  onConflict: 'duplicate key update',
  maxKeys: 10_000,
  idsByCollation: true,
  keysAsArray: false,
  hasBooleans: true,
  hasLateral: false,
  hasAntiJoins: false,
  readsBranches: true,
  estimate: { explain: (query) => sql`explain format=json ${query}`, rowsOf: rowsOfWholeTable },
  isAsync: true,
  ignoresCase: true,
  typeOf: mysqlType,
  isIncomparable: (text) => mysqlType(text).kind === 'structure',
  codecOf: mysqlCodec,
  rejectedId: rejectedIds.mysql,
  parsesJson: true,
  textType: 'char',
  exactText: (value) => sql`binary convert(${value} using utf8mb4)`,
  values: { storesNul: true, keepsMark: true, isLoose: false },
  violationOf: mysqlViolation,
  functionArguments: 'ordered',
  sqlStateOf: ({ sqlState }) => sqlState,
  faultOf(error) {
    if (conflicts.has(error.errno)) return 'conflict';
    if (timeouts.has(error.errno)) return 'timeout';
    if (denied.has(error.errno)) return 'denied';
    if (unavailable.has(error.errno) || unavailableMessages.test(error.message)) return 'unavailable';
    // Where the number is unknown, the class decides: connection exceptions, an unknown result, and a rolled back transaction.
    const state = driverText(error.sqlState) ?? '';
    if (/^(?:08|40003)/.test(state)) return 'unavailable';
    if (/^40(?!002)/.test(state)) return 'conflict';
    const isLost = lostCodes.has(error.code) || isLostConnection(error) || lostMessages.test(error.message);
    return isLost ? 'lost' : undefined;
  },
  readDatabaseSchema: readMysqlSchema,
};
