import type { DatabaseTable } from '@linkage/kysely';
import { type Kysely, sql } from 'kysely';
import type { DatabaseKind, DraftRight } from '../model/model.ts';

/** Whether an account has a right on a table, or on one of its columns. */
export type HasRight = (
  right: DraftRight,
  table: Pick<DatabaseTable, 'schema' | 'name'>,
  column?: string | undefined,
) => boolean;

interface Row {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  /** Rights in lower case, separated by commas. */
  readonly rights: string;
}

/** The rights on a row of a table are those of all roles together: each request has one of them, and the database rejects the rest. */
function readPostgres(db: Kysely<unknown>, roles: readonly string[]) {
  const role =
    roles.length === 0
      ? sql`select current_user::text`
      : sql`values ${sql.join(roles.map((it) => sql`(${it}::text)`))}`;
  const held = (right: string) =>
    sql`case when bool_or(has_column_privilege(r.role, c.oid, a.attnum, ${sql.lit(right)})) then ${sql.lit(right)} end`;
  return sql<Row>`
    select n.nspname as "schema", c.relname as "table", a.attname as "column",
      concat_ws(',', ${sql.join(['select', 'insert', 'update'].map(held))},
        case when bool_or(has_table_privilege(r.role, c.oid, 'delete')) then 'delete' end) as "rights"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join (${role}) as r (role) on has_schema_privilege(r.role, n.oid, 'usage')
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    group by n.nspname, c.relname, a.attname`.execute(db);
}

/** The server says the rights on each column, and not those to delete rows. Who has a role can have them from it. */
function readMysql(db: Kysely<unknown>) {
  const isOwn = sql`p.privilege_type = 'DELETE' and p.grantee = concat('\'\'', replace(current_user(), '@', '\'\'@\'\''), '\'\'')`;
  return sql<Row>`
    select c.table_schema as \`schema\`, c.table_name as \`table\`, c.column_name as \`column\`,
      concat_ws(',', lower(c.privileges), case when coalesce(nullif(current_role(), 'NONE'), '') <> '' or exists (
        select 1 from information_schema.user_privileges p where ${isOwn}
        union all select 1 from information_schema.schema_privileges p where ${isOwn} and c.table_schema like p.table_schema
        union all select 1 from information_schema.table_privileges p
          where ${isOwn} and c.table_schema = p.table_schema and c.table_name = p.table_name
      ) then 'delete' end) as \`rights\`
    from information_schema.columns c
    where c.table_schema not in ('information_schema', 'mysql', 'performance_schema', 'sys')`.execute(db);
}

/**
 * Returns whether an account, or at least one of some roles of PostgreSQL, has a right on a table or on a column. A file of SQLite does not have rights.
 *
 * @param roles The roles that requests can have. An empty array: the account of the connection.
 */
export async function readRights(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  roles: readonly string[] = [],
): Promise<HasRight> {
  if (kind === 'sqlite') return () => true;
  const { rows } = await (kind === 'postgres' ? readPostgres(db, roles) : readMysql(db));
  const known = new Map<string, Set<string>>();
  for (const { schema, table, column, rights } of rows)
    for (const place of [
      [schema, table],
      [schema, table, column],
    ]) {
      const key = JSON.stringify(place);
      known.set(key, new Set([...(known.get(key) ?? []), ...rights.split(',')]));
    }
  return (right, { schema, name }, column) => {
    const place = column === undefined || right === 'delete' ? [schema, name] : [schema, name, column];
    return known.get(JSON.stringify(place))?.has(right) === true;
  };
}
