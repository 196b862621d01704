import type { DatabaseSchema, DatabaseTable } from '@linkage/kysely';
import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../model/model.ts';

/** A table with more rows is not counted for a request. */
export const MAX_COUNTED = 100_000;
/** A table with more rows is filtered and sorted by columns with an index only. */
export const MAX_SCANNED = 10_000;

interface Row {
  readonly schema: string;
  readonly table: string;
  readonly rows: number | string | bigint | null;
}

/** A table without statistics has as many rows as fit its size, of at least 100 bytes each. */
function readPostgres(db: Kysely<unknown>) {
  return sql<Row>`
    select n.nspname as "schema", c.relname as "table",
      case when c.reltuples >= 0 then c.reltuples else pg_relation_size(c.oid) / 100 end::bigint as "rows"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`.execute(db);
}

function readMysql(db: Kysely<unknown>) {
  return sql<Row>`
    select table_schema as \`schema\`, table_name as \`table\`, table_rows as \`rows\`
    from information_schema.tables where table_type = 'BASE TABLE'`.execute(db);
}

/** SQLite keeps no numbers: it counts until there are too many. */
async function readSqlite(db: Kysely<unknown>, { tables }: DatabaseSchema): Promise<{ readonly rows: readonly Row[] }> {
  const rows: Row[] = [];
  for (const { schema, name, kind } of new Set(tables.values())) {
    if (kind !== 'table') continue;
    const counted = sql<{ readonly rows: number }>`
      select count(*) as "rows" from (select 1 from ${sql.id(schema, name)} limit ${sql.lit(MAX_COUNTED + 1)})`;
    const { rows: found } = await counted.execute(db);
    rows.push({ schema, table: name, rows: found.at(0)?.rows ?? null });
  }
  return { rows };
}

/** Returns about how many rows each table has: a function that returns undefined for a view of several tables, and where the database does not know it. */
export async function estimateRows(
  db: Kysely<unknown>,
  databaseSchema: DatabaseSchema,
  kind: DatabaseKind,
): Promise<(table: DatabaseTable) => number | undefined> {
  const read = { postgres: readPostgres, mysql: readMysql, sqlite: readSqlite } as const;
  const { rows } = await read[kind](db, databaseSchema);
  const known = new Map(rows.map(({ schema, table, rows: count }) => [`${schema}.${table}`, count]));
  return ({ schema, name, primaryKey, origins }) => {
    // A view with a key has at most the rows of its table.
    const [below] = primaryKey === undefined ? [] : (origins?.values() ?? []);
    const count = known.get(below?.table ?? `${schema}.${name}`);
    return count === undefined || count === null ? undefined : Number(count);
  };
}
