import { type Kysely, sql } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';

/** Reads the catalog of a PostgreSQL database. */
export async function readPostgresCatalog(db: Kysely<never>): Promise<CatalogRows> {
  const schema = sql`n.nspname as "schema", pg_table_is_visible(c.oid) as "found"`;
  // System columns, such as `ctid` and `xmin`, have negative numbers.
  const columns = await sql<CatalogRows['columns'][number]>`
    select ${schema}, c.relname as "table", a.attname as "column", not a.attnotnull as "nullable",
      format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), coalesce(nullif(t.typtypmod, -1), a.atttypmod)) as "type",
      c.relkind in ('v', 'm') as "view", a.attnum < 0 as "hidden"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
    where not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    order by n.nspname, c.relname, a.attnum`.execute(db);
  const constraints = await sql<CatalogRows['constraints'][number]>`
    select ${schema}, c.relname as "table", k.conname as "constraint", a.attname as "column"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
    where n.nspname not like 'pg\\_%' order by k.oid, a.attnum`.execute(db);
  // The foreign keys of a partition belong to those of the whole table.
  const references = await sql<CatalogRows['references'][number]>`
    select n.nspname as "schema", c.relname as "table", k.conname as "constraint", a.attname as "column",
      tn.nspname as "targetSchema", tc.relname as "targetTable", ta.attname as "targetColumn"
    from pg_constraint k cross join lateral unnest(k.conkey, k.confkey) with ordinality as u(own, target, place)
      join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = u.own
      join pg_class tc on tc.oid = k.confrelid join pg_namespace tn on tn.oid = tc.relnamespace
      join pg_attribute ta on ta.attrelid = tc.oid and ta.attnum = u.target
    where k.contype = 'f' and k.conparentid = 0 order by k.oid, u.place`.execute(db);
  return { columns: columns.rows, constraints: constraints.rows, references: references.rows };
}
