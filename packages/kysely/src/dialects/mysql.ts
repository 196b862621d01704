import { mysqlViolation } from '@linkage/core/records';
import { sql } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import type { SqlDialect } from './dialect.ts';
import { isLostConnection } from './failure.ts';

const conflicts: ReadonlySet<unknown> = new Set([1213, 1205, 1020, 3572]);
const timeouts: ReadonlySet<unknown> = new Set([1969, 3024, 1317]);
/** Too many connections, a server that shuts down, a connection that was killed, and memory or disk that ran out. */
const unavailable: ReadonlySet<unknown> = new Set([
  ...[1040, 1053, 1077, 1079, 1152, 1159, 1161, 1184, 1203, 1226, 1290, 1836, 1927, 1021, 1037, 1041, 1135, 4031],
  ...['PROTOCOL_CONNECTION_LOST', 'POOL_CLOSED', 'ER_SERVER_SHUTDOWN', 'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR'],
]);
const lostMessages =
  /^(?:Connection lost|Can't add new command when connection is in closed state|Pool is closed|No connections available|Queue limit reached|Server shutdown|connect ETIMEDOUT)/;

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
  isAsync: true,
  readAsText: new Set(['date', 'bigint'] as const),
  parsesJson: true,
  textType: 'char',
  values: { storesNul: true, keepsMark: true, isLoose: false },
  violationOf: mysqlViolation,
  faultOf(error) {
    if (conflicts.has(error.errno)) return 'conflict';
    if (timeouts.has(error.errno)) return 'timeout';
    const isGone = unavailable.has(error.errno) || unavailable.has(error.code) || isLostConnection(error);
    return isGone || lostMessages.test(error.message) ? 'unavailable' : undefined;
  },
  async readCatalog(db) {
    const schema = sql`table_schema as \`schema\`, table_schema = database() as \`found\``;
    const own = sql`table_schema not in ('information_schema', 'mysql', 'performance_schema', 'sys')`;
    const columns = await sql<Omit<CatalogRows['columns'][number], 'nullable'> & { nullable: string }>`
      select ${schema}, table_name as \`table\`, column_name as \`column\`, column_type as \`type\`,
        is_nullable as \`nullable\` from information_schema.columns where ${own}
      order by table_schema, table_name, ordinal_position`.execute(db);
    const constraints = await sql<CatalogRows['constraints'][number]>`
      select ${schema}, table_name as \`table\`, index_name as \`constraint\`, column_name as \`column\`
      from information_schema.statistics where non_unique = 0 and column_name is not null and ${own}
      order by table_schema, table_name, index_name, seq_in_index`.execute(db);
    return {
      columns: columns.rows.map((row) => ({
        ...row,
        nullable: row.nullable === 'YES',
        type: /^tinyint\(1\)/.test(row.type) ? 'boolean' : row.type === 'text' ? 'text64k' : row.type,
      })),
      constraints: constraints.rows,
    };
  },
};
