import { type Kysely, sql } from 'kysely';
import type { SchemaRows, TableRow } from './database-schema-rows.ts';
import { sqliteConstraints } from './sqlite-constraints.ts';

type Rows<Name extends keyof SchemaRows> = SchemaRows[Name][number];

/** The names of the number of a row. A column with one of these names hides it. */
const system = ['rowid', 'oid', '_rowid_'].map((column) => ({ column, type: 'integer' }));

/** Tables of the database itself, and those in which a virtual table keeps its rows. */
const isOwn = sql`t.type in ('table', 'view', 'virtual') and t.name not like 'sqlite\\_%' escape '\\'`;
/** A name without a schema finds a temporary table first, then one of `main`. */
const order = sql`case t.schema when 'temp' then 0 when 'main' then 1 else 2 end, t.schema, t.name`;

const tableOf = ({ schema, table }: TableRow): string => JSON.stringify([schema, table]);

type Statement = TableRow & { readonly name: string; readonly statement: string | null };

/** Reads the statements that created tables, and which tables have triggers, with their names in lower case. */
async function readStatements(db: Kysely<never>) {
  const schemas = await sql<{ readonly name: string }>`select name as "name" from pragma_database_list`.execute(db);
  const names = [...new Set(['temp', ...schemas.rows.map(({ name }) => name)])];
  const all = names.map(
    (name) => sql`select ${name} as "schema", lower(tbl_name) as "table", name as "name",
      case type when 'table' then sql end as "statement" from ${sql.id(name, 'sqlite_master')} where type in ('trigger', 'table')`,
  );
  const { rows } = await sql<Statement>`${sql.join(all, sql` union all `)}`.execute(db);
  const triggers: ReadonlySet<string> = new Set(rows.filter(({ statement }) => statement === null).map(tableOf));
  const constraints = rows.flatMap(({ schema, name, statement }) =>
    statement === null ? [] : sqliteConstraints({ schema, table: name }, statement),
  );
  return { triggers, constraints };
}

type ListedTable = TableRow & { readonly type: 'table' | 'view' | 'virtual'; readonly numbered: number | bigint };

async function readTables(db: Kysely<never>, triggers: ReadonlySet<string>): Promise<SchemaRows['tables']> {
  const { rows } = await sql<ListedTable>`
    select t.schema as "schema", t.name as "table", t.type as "type", t.type <> 'view' and t.wr = 0 as "numbered"
    from pragma_table_list t where ${isOwn} order by ${order}`.execute(db);
  return rows.map(({ schema, table, type, numbered }) => {
    const own = { schema, table: table.toLowerCase() };
    // A temporary trigger can belong to a table of any schema.
    const isSilent = !triggers.has(tableOf(own)) && !triggers.has(tableOf({ ...own, schema: 'temp' }));
    const none = { comment: null, partitioned: 0, partition: 0, parents: [] } as const;
    const kind = type === 'virtual' ? 'virtual table' : type;
    return { ...none, schema, table, found: 1, kind, numbered, quiet: type === 'table' && isSilent };
  });
}

/** A column, its place in the primary key, or 0, and the number of columns of this key. */
type ColumnRow = Omit<Rows<'columns'>, 'nullable' | 'labels' | 'identity' | 'comment'> & {
  readonly required: number | bigint;
  readonly place: number | bigint;
  readonly numbered: number | bigint;
};

async function readColumns(db: Kysely<never>): Promise<readonly ColumnRow[]> {
  // `table_info` does not list generated columns. Only `table_xinfo` does, and columns of a virtual table that `*` omits.
  const { rows } = await sql<ColumnRow>`
    select t.schema as "schema", t.name as "table", c.name as "column", c.type as "type", c.pk as "place",
      c."notnull" or c.pk > 0 as "required", c.hidden = 1 as "hidden", c.dflt_value as "default",
      case c.hidden when 2 then 'virtual' when 3 then 'stored' end as "generated", t.wr = 0 as "numbered",
      exists (select 1 from pragma_index_list(t.name, t.schema) i join pragma_index_xinfo(i.name, t.schema) x
        where i.origin <> 'c' and x.name = c.name and x.key = 1 and upper(x.coll) <> 'BINARY') as "spellings"
    from pragma_table_list t join pragma_table_xinfo(t.name, t.schema) c
    where ${isOwn} order by ${order}, c.cid`.execute(db);
  return rows;
}

async function readIndexes(db: Kysely<never>): Promise<SchemaRows['indexes']> {
  const { rows } = await sql<Rows<'indexes'>>`
    select t.schema as "schema", t.name as "table", i.name as "index", c.name as "column", i."unique" as "unique",
      i.partial as "partial", 'btree' as "method"
    from pragma_table_list t join pragma_index_list(t.name, t.schema) i join pragma_index_xinfo(i.name, t.schema) c
    where t.type = 'table' and c.key = 1 order by ${order}, i.name, c.seqno`.execute(db);
  return rows;
}

async function readReferences(db: Kysely<never>): Promise<SchemaRows['references']> {
  const { rows } = await sql<Rows<'references'>>`
    select t.schema as "schema", t.name as "table", f.id as "constraint", f."from" as "column",
      t.schema as "targetSchema", f."table" as "targetTable",
      coalesce(f."to", (select p.name from pragma_table_xinfo(f."table", t.schema) p where p.pk = f.seq + 1)) as "targetColumn",
      (select foreign_keys from pragma_foreign_keys) as "isEnforced", f.on_delete as "onDelete", f.on_update as "onUpdate"
    from pragma_table_list t join pragma_foreign_key_list(t.name, t.schema) f
    where t.type = 'table' order by ${order}, f.id, f.seq`.execute(db);
  return rows;
}

/** Reads the database schema of a SQLite database. */
export async function readSqliteSchema(db: Kysely<never>): Promise<SchemaRows> {
  const { triggers, constraints } = await readStatements(db);
  const tables = await readTables(db, triggers);
  const columns = await readColumns(db);
  const keys = columns
    .filter(({ place }) => Number(place) > 0)
    .sort((one, other) => Number(one.place) - Number(other.place));
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(tableOf(key), (counts.get(tableOf(key)) ?? 0) + 1);
  // Such a column is the number of the row.
  const isNumber = (row: ColumnRow): boolean =>
    Number(row.place) === 1 &&
    Number(row.numbered) === 1 &&
    /^integer$/i.test(row.type) &&
    counts.get(tableOf(row)) === 1;
  return {
    system,
    tables,
    columns: columns.map((row) => ({
      ...row,
      nullable: Number(row.required) === 0,
      identity: isNumber(row) ? 'by default' : null,
      labels: [],
      comment: null,
    })),
    keys,
    constraints,
    views: [],
    origins: [],
    indexes: await readIndexes(db),
    references: await readReferences(db),
  };
}
