import { parseColumnType, sqliteViolation } from '@linkage/storage';
import { type Kysely, sql } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import { castTo, plain } from './column-codec.ts';
import type { SqlDialect } from './dialect.ts';
import { isLarge } from './is-large.ts';

type ColumnRow = Omit<CatalogRows['columns'][number], 'nullable'> & { readonly required: number | bigint };

/** Reads the catalog of a SQLite database. A name without a schema finds a temporary table first, then one of `main`. */
async function readSqliteCatalog(db: Kysely<never>): Promise<CatalogRows> {
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

/** SQLite, whatever the driver. */
export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  nullIs: 'least',
  returning: true,
  onConflict: 'do nothing',
  maxKeys: 32_000,
  idsByCollation: false,
  keysAsArray: false,
  hasBooleans: false,
  hasLateral: false,
  hasAntiJoins: false,
  isAsync: false,
  // Programs store times and dates in several forms. An instant is compared as the text that `Date` writes.
  ignoresCase: true,
  typeOf: parseColumnType,
  codecOf: (type) => ({
    ...plain,
    read: isLarge(type) ? castTo('text') : undefined,
    encode: (value) => (value instanceof Date ? value.toISOString() : value),
  }),
  refusedId({ kind }, isPart) {
    if (kind === 'binary') return 'its bytes do not have a text';
    return kind === 'float' && isPart ? 'the text of a floating-point number in a longer text is not exact' : undefined;
  },
  parsesJson: false,
  textType: 'text',
  values: { storesNul: true, keepsMark: true, isLoose: true },
  violationOf: sqliteViolation,
  faultOf({ code, errcode }) {
    const name = typeof code === 'string' ? code : '';
    // Another process has the lock: busy, and locked.
    const primary = typeof errcode === 'number' ? errcode & 0xff : undefined;
    if (primary === 5 || primary === 6 || /^SQLITE_(?:BUSY|LOCKED)/.test(name)) return 'conflict';
    // The file is gone, cannot be opened, or the disk is full.
    return primary === 14 || primary === 10 || primary === 13 || /^SQLITE_(?:CANTOPEN|IOERR|FULL)/.test(name)
      ? 'unavailable'
      : undefined;
  },
  async blockedBefore({ code, errcode }, db) {
    // SQLite reports other conflicts at once, such as those of a snapshot.
    if (errcode !== 5 && code !== 'SQLITE_BUSY') return 0;
    const { rows } = await sql<{ readonly timeout: number | bigint }>`pragma busy_timeout`.execute(db);
    return Number(rows.at(0)?.timeout ?? 0);
  },
  readCatalog: readSqliteCatalog,
};
