import { type Kysely, sql } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';

type ColumnRow = Omit<CatalogRows['columns'][number], 'nullable'> & { readonly nullable: string };

/** Reads the catalog of a MySQL or MariaDB server. */
export async function readMysqlCatalog(db: Kysely<never>): Promise<CatalogRows> {
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
