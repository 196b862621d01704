import { sql } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import type { SqlDialect } from './dialect.ts';
import { isLostConnection, textOf, type Violation } from './failure.ts';

const kinds: ReadonlyMap<unknown, Violation['kind']> = new Map<unknown, Violation['kind']>([
  ['23505', 'unique'],
  ['23P01', 'exclusion'],
  ['23503', 'foreign-key'],
  ['23001', 'referred'],
  ['23502', 'not-null'],
  ['23514', 'check'],
  ['44000', 'check'],
  ['22001', 'value'],
  ['22003', 'value'],
  ['22007', 'value'],
  ['22008', 'value'],
  ['22009', 'value'],
  ['22021', 'value'],
  ['22P02', 'value'],
  ['22P03', 'value'],
  ['22P05', 'value'],
  ['22023', 'value'],
  ['22030', 'value'],
  ['22032', 'value'],
  ['P0001', 'raised'],
]);
/** Classes of codes: connection exceptions, insufficient resources, and interventions of an operator. */
const unavailable = /^(?:08|53|57P)/;
/** Messages of `pg` and `pg-pool`, which have no codes. */
const lostMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Postgres connection has been discarded|Cannot use a pool after calling end)/;

/** `Key (lower(email), tenant)=(…) already exists.`: what stands in the first parentheses. */
function columnsIn(detail: unknown): readonly string[] | undefined {
  const [, list] = /^Key \(([^=]{1,1000})\)=\(/.exec(textOf(detail) ?? '') ?? [];
  return list?.split(', ').map((name) => name.replace(/^"(.*)"$/, '$1'));
}

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
  violationOf({ code, detail, column, constraint, table }) {
    const kind = kinds.get(code);
    if (kind === undefined) return undefined;
    const named = textOf(column);
    const isReferred = kind === 'foreign-key' && /is still referenced/.test(textOf(detail) ?? '');
    return {
      kind: isReferred ? 'referred' : kind,
      columns: named === undefined ? columnsIn(detail) : [named],
      table: textOf(table),
      constraint: textOf(constraint),
    };
  },
  faultOf(error) {
    const code = textOf(error.code);
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
