import { sqliteViolation } from '@linkage/core/records';
import { sql } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import type { SqlDialect } from './dialect.ts';

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
  isAsync: false,
  readAsText: new Set(['bigint'] as const),
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
  async readCatalog(db) {
    const columns = await sql<Omit<CatalogRows['columns'][number], 'nullable'> & { required: number | bigint }>`
      select t.schema as "schema", t.schema = 'main' as "found", t.name as "table", c.name as "column", c.type as "type",
        c."notnull" or c.pk > 0 as "required"
      from pragma_table_list t join pragma_table_info(t.name, t.schema) c
      where t.type in ('table', 'view') and t.name not like 'sqlite\\_%' escape '\\'
      order by t.schema, t.name, c.cid`.execute(db);
    return {
      columns: columns.rows.map(({ required, ...row }) => ({ ...row, nullable: Number(required) === 0 })),
      // Its messages name the columns.
      constraints: [],
    };
  },
};
