import { sql } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import type { SqlDialect } from './dialect.ts';
import { isLostConnection, type Violation } from './failure.ts';

const kinds: ReadonlyMap<unknown, Violation['kind']> = new Map<unknown, Violation['kind']>([
  [1062, 'unique'],
  [1586, 'unique'],
  [1452, 'foreign-key'],
  [1216, 'foreign-key'],
  [1451, 'referred'],
  [1217, 'referred'],
  [1048, 'not-null'],
  [1364, 'not-null'],
  [4025, 'check'],
  [3819, 'check'],
  [1264, 'value'],
  [1265, 'value'],
  [1292, 'value'],
  [1366, 'value'],
  [1406, 'value'],
  [1411, 'value'],
  [1690, 'value'],
  [3140, 'value'],
  [1644, 'raised'],
]);
const conflicts: ReadonlySet<unknown> = new Set([1213, 1205, 1020, 3572]);
const timeouts: ReadonlySet<unknown> = new Set([1969, 3024, 1317]);
/** Too many connections, a server that shuts down, a connection that was killed, and memory or disk that ran out. */
const unavailable: ReadonlySet<unknown> = new Set([
  ...[1040, 1053, 1077, 1079, 1152, 1159, 1161, 1184, 1203, 1226, 1290, 1836, 1927, 1021, 1037, 1041, 1135, 4031],
  ...['PROTOCOL_CONNECTION_LOST', 'POOL_CLOSED', 'ER_SERVER_SHUTDOWN', 'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR'],
]);
const lostMessages =
  /^(?:Connection lost|Can't add new command when connection is in closed state|Pool is closed|No connections available|Queue limit reached|Server shutdown|connect ETIMEDOUT)/;

/** The messages name columns and constraints in quotes or in backticks. */
function namesIn(message: string): Pick<Violation, 'columns' | 'constraint'> {
  const [, key] = / for key '(?:[^'.]{1,200}\.)?([^'.]{1,200})'$/.exec(message) ?? [];
  if (key !== undefined) return { constraint: key };
  const [, foreign] = / FOREIGN KEY \(`([^)]{1,500})`\)/.exec(message) ?? [];
  if (foreign !== undefined) return { columns: foreign.split('`, `') };
  const [, check] = /^(?:CONSTRAINT|Check constraint) [`']([^`']{1,200})[`']/.exec(message) ?? [];
  if (check !== undefined) return { constraint: check.replace(/^[^.]*\./, '') };
  const [, quoted, ticked] =
    /(?:^Column|^Field| for column) (?:'([^'`]{1,200})'|(?:`[^`]*`\.){0,2}`([^`]{1,200})`)/.exec(message) ?? [];
  const column = quoted ?? ticked;
  return column === undefined ? {} : { columns: [column] };
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
  isAsync: true,
  readAsText: new Set(['date', 'bigint'] as const),
  parsesJson: true,
  textType: 'char',
  values: { storesNul: true, keepsMark: true, isLoose: false },
  violationOf({ errno, message }) {
    const kind = kinds.get(errno);
    return kind === undefined ? undefined : { kind, ...namesIn(message) };
  },
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
