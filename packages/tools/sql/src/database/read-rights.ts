import type { CatalogTable } from '@linkage/kysely';
import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../model/model.ts';

/**
 * Returns whether the account can read a table. The catalog of PostgreSQL contains all tables, and that of MariaDB and MySQL only those on
 * which the account has rights.
 */
export async function readRights(
  db: Kysely<unknown>,
  kind: DatabaseKind,
): Promise<(table: Pick<CatalogTable, 'schema' | 'name'>) => boolean> {
  if (kind !== 'postgres') return () => true;
  const { rows } = await sql<{ readonly schema: string; readonly table: string }>`
    select n.nspname as "schema", c.relname as "table" from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not (has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select'))`.execute(db);
  const refused = new Set(rows.map(({ schema, table }) => JSON.stringify([schema, table])));
  return ({ schema, name }) => !refused.has(JSON.stringify([schema, name]));
}
