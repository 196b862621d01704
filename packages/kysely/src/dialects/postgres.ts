import { driverText } from '@linkage/core/internal';
import { postgresViolation } from '@linkage/core/records';
import { sql } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import type { SqlDialect } from './dialect.ts';
import { isLostConnection } from './failure.ts';

/** Classes of codes: connection exceptions, insufficient resources, and interventions of an operator. */
const unavailable = /^(?:08|53|57P)/;
/** Messages of `pg` and `pg-pool`, which have no codes. */
const lostMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Postgres connection has been discarded|Cannot use a pool after calling end)/;

/** PostgreSQL, PGlite, and databases that speak like PostgreSQL. */
export const postgresDialect: SqlDialect = {
  name: 'postgres',
  nullIs: 'greatest',
  returning: true,
  onConflict: 'do nothing',
  maxKeys: 50_000,
  idsByCollation: false,
  keysAsArray: true,
  hasBooleans: true,
  hasLateral: true,
  isAsync: true,
  // Drivers make a local midnight of a date, and a number or a bigint of an integer of 64 bits.
  readAsText: new Set(['date', 'bigint'] as const),
  parsesJson: true,
  textType: 'text',
  values: { storesNul: false, keepsMark: true, isLoose: false },
  violationOf: postgresViolation,
  faultOf(error) {
    const code = driverText(error.code);
    if (code === '40001' || code === '40P01' || code === '55P03' || code === '40003') return 'conflict';
    if (code === '57014') return 'timeout';
    if (code !== undefined && /^[0-9A-Z]{5}$/.test(code) && unavailable.test(code)) return 'unavailable';
    return isLostConnection(error) || lostMessages.test(error.message) ? 'unavailable' : undefined;
  },
  async readCatalog(db) {
    const schema = sql`n.nspname as "schema", pg_table_is_visible(c.oid) as "found"`;
    const columns = await sql<CatalogRows['columns'][number]>`
      select ${schema}, c.relname as "table", a.attname as "column", not a.attnotnull as "nullable",
        format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), coalesce(nullif(t.typtypmod, -1), a.atttypmod)) as "type"
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_type t on t.oid = a.atttypid
      where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      order by n.nspname, c.relname, a.attnum`.execute(db);
    const constraints = await sql<CatalogRows['constraints'][number]>`
      select ${schema}, c.relname as "table", k.conname as "constraint", a.attname as "column"
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
      where n.nspname not like 'pg\\_%' order by k.oid, a.attnum`.execute(db);
    return { columns: columns.rows, constraints: constraints.rows };
  },
};

/** PGlite: PostgreSQL in the same process, whose driver drops U+FEFF at the beginning of a text. */
export const pgliteDialect: SqlDialect = {
  ...postgresDialect,
  values: { ...postgresDialect.values, keepsMark: false },
};
