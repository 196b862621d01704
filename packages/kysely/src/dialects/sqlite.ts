import { sql } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import type { SqlDialect } from './dialect.ts';
import type { Violation } from './failure.ts';

/** By the extended codes of Node's SQLite and the names of better-sqlite3. */
const kinds: ReadonlyMap<unknown, Violation['kind']> = new Map<unknown, Violation['kind']>([
  [1555, 'unique'],
  [2067, 'unique'],
  [2579, 'unique'],
  [787, 'foreign-key'],
  [1299, 'not-null'],
  [275, 'check'],
  [1811, 'raised'],
  [20, 'value'],
  [3091, 'value'],
  [18, 'value'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'foreign-key'],
  ['SQLITE_CONSTRAINT_NOTNULL', 'not-null'],
  ['SQLITE_CONSTRAINT_CHECK', 'check'],
  ['SQLITE_CONSTRAINT_TRIGGER', 'raised'],
  ['SQLITE_CONSTRAINT_DATATYPE', 'value'],
  ['SQLITE_MISMATCH', 'value'],
  ['SQLITE_TOOBIG', 'value'],
]);

function columnsIn(message: string): { readonly table?: string; readonly columns?: readonly string[] } {
  const [, list] = /^(?:UNIQUE|NOT NULL) constraint failed: (.{1,1000})$/s.exec(message) ?? [];
  if (list === undefined) return {};
  const names = list.split(', ').map((name) => name.split('.'));
  const table = names.at(0)?.at(-2);
  return { ...(table === undefined ? {} : { table }), columns: names.map((name) => String(name.at(-1))) };
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
  isAsync: false,
  readAsText: new Set(['bigint'] as const),
  parsesJson: false,
  textType: 'text',
  values: { storesNul: true, keepsMark: true, isLoose: true },
  violationOf({ code, errcode, message }) {
    const kind = kinds.get(errcode) ?? kinds.get(code);
    if (kind === undefined) return undefined;
    const [, constraint] = /^CHECK constraint failed: (.{1,1000})$/s.exec(message) ?? [];
    return { kind, constraint, ...columnsIn(message) };
  },
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
