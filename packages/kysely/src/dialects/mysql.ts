import { type ColumnType, mysqlViolation, parseColumnType } from '@linkage/storage';
import { type Kysely, sql } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import type { SqlDialect } from './dialect.ts';
import { isLostConnection } from './failure.ts';
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

type ColumnRow = Omit<CatalogRows['columns'][number], 'nullable'> & { readonly nullable: string };

/** Reads the catalog of a MySQL or MariaDB server. */
async function readMysqlCatalog(db: Kysely<never>): Promise<CatalogRows> {
  const own = (schema: string) =>
    sql`${sql.ref(schema)} not in ('information_schema', 'mysql', 'performance_schema', 'sys')`;
  const columns = await sql<ColumnRow>`
    select c.table_schema as \`schema\`, c.table_schema = database() as \`found\`, c.table_name as \`table\`,
      c.column_name as \`column\`, c.column_type as \`type\`, c.is_nullable as \`nullable\`, t.table_type = 'VIEW' as \`view\`,
      0 as \`hidden\`
    from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where ${own('c.table_schema')} order by c.table_schema, c.table_name, c.ordinal_position`.execute(db);
  const constraints = await sql<CatalogRows['constraints'][number]>`
    select table_schema as \`schema\`, table_name as \`table\`, index_name as \`constraint\`, column_name as \`column\`
    from information_schema.statistics where non_unique = 0 and column_name is not null and ${own('table_schema')}
    order by table_schema, table_name, index_name, seq_in_index`.execute(db);
  const references = await sql<CatalogRows['references'][number]>`
    select table_schema as \`schema\`, table_name as \`table\`, constraint_name as \`constraint\`, column_name as \`column\`,
      referenced_table_schema as \`targetSchema\`, referenced_table_name as \`targetTable\`,
      referenced_column_name as \`targetColumn\`
    from information_schema.key_column_usage where referenced_table_name is not null and ${own('table_schema')}
    order by table_schema, table_name, constraint_name, ordinal_position`.execute(db);
  return {
    columns: columns.rows.map((row) => ({ ...row, nullable: row.nullable === 'YES' })),
    constraints: constraints.rows,
    references: references.rows,
  };
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
