import { type Kysely, sql } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';

type ColumnRow = Omit<CatalogRows['columns'][number], 'nullable'> & { readonly required: number | bigint };

/** Reads the catalog of a SQLite database. A name without a schema finds a temporary table first, then one of `main`. */
export async function readSqliteCatalog(db: Kysely<never>): Promise<CatalogRows> {
  // `table_info` does not list generated columns. Only `table_xinfo` does, and columns of a virtual table that `*` omits.
  const columns = await sql<ColumnRow>`
    select t.schema as "schema", 1 as "found", t.name as "table", c.name as "column", c.type as "type",
      c."notnull" or c.pk > 0 as "required", t.type = 'view' as "view", c.hidden = 1 as "hidden"
    from pragma_table_list t join pragma_table_xinfo(t.name, t.schema) c
    where t.type in ('table', 'view', 'virtual') and t.name not like 'sqlite\\_%' escape '\\'
    order by case t.schema when 'temp' then 0 when 'main' then 1 else 2 end, t.schema, t.name, c.cid`.execute(db);
  // A column with one of these names hides the number of the row.
  const rows = await sql<ColumnRow>`
    select t.schema as "schema", 1 as "found", t.name as "table", r.value as "column", 'integer' as "type",
      1 as "required", 0 as "view", 1 as "hidden"
    from pragma_table_list t join json_each('["rowid", "oid", "_rowid_"]') r
    where t.type in ('table', 'virtual') and t.wr = 0 and t.name not like 'sqlite\\_%' escape '\\'`.execute(db);
  const references = await sql<CatalogRows['references'][number]>`
    select t.schema as "schema", t.name as "table", f.id as "constraint", f."from" as "column",
      t.schema as "targetSchema", f."table" as "targetTable",
      coalesce(f."to", (select p.name from pragma_table_xinfo(f."table", t.schema) p where p.pk = f.seq + 1)) as "targetColumn"
    from pragma_table_list t join pragma_foreign_key_list(t.name, t.schema) f
    where t.type = 'table' order by t.schema, t.name, f.id, f.seq`.execute(db);
  return {
    columns: [...columns.rows, ...rows.rows].map(({ required, ...row }) => ({
      ...row,
      nullable: Number(required) === 0,
    })),
    // Its messages name the columns.
    constraints: [],
    references: references.rows,
  };
}
