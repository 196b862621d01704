import { type ColumnType, parseColumnType, postgresViolation } from '@linkage/storage';
import { driverText } from '@linkage/storage/internal';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import { type ColumnCodec, castTo, instantText, plain, shortened } from './column-codec.ts';
import type { SqlDialect } from './dialect.ts';
import { isLostConnection } from './failure.ts';
import { isLarge } from './is-large.ts';

/**
 * Classes of codes: connection exceptions, insufficient resources, and interventions of an operator. With 40003, as with 08007, it is
 * unknown whether the statement was completed: a second run could write twice.
 */
const unavailable = /^(?:08|53|57P|40003)/;
/** Messages of `pg` and `pg-pool`, which have no codes. */
const lostMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Postgres connection has been discarded|Cannot use a pool after calling end)/;

type Sql = RawBuilder<unknown>;

/**
 * Selects a text of a time, without the settings of the session. Times before the year 1, after the year 9999, and infinite ones do not have
 * such a text, so they are read as PostgreSQL writes them.
 */
function textOf(time: Sql, text: Sql): Sql {
  return sql`case when ${time} >= '0001-01-01' and ${time} < '10000-01-01' then ${text} else ${time}::text end`;
}

/** Instants are texts in UTC: a `Date` has milliseconds only. */
function timestampCodec(type: ColumnType): ColumnCodec {
  const read: ColumnCodec['read'] = (column) => {
    const utc = type.isLocal === true ? column : sql`(${column} at time zone 'UTC')`;
    return textOf(utc, shortened(sql`to_char(${utc}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`));
  };
  return { ...plain, read, encode: instantText(type) };
}

const dateCodec: ColumnCodec = { ...plain, read: (column) => textOf(column, sql`to_char(${column}, 'YYYY-MM-DD')`) };

/** Returns the codec of a type. Drivers make a local midnight of a date, and a number or a bigint of an integer of 64 bits. */
function postgresCodec(type: ColumnType): ColumnCodec {
  if (type.kind === 'timestamp') return timestampCodec(type);
  if (type.kind === 'date') return dateCodec;
  return isLarge(type) ? { ...plain, read: castTo('text') } : plain;
}

/** Reads the catalog of a PostgreSQL database. */
async function readPostgresCatalog(db: Kysely<never>): Promise<CatalogRows> {
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
  hasAntiJoins: true,
  isAsync: true,
  ignoresCase: false,
  typeOf: parseColumnType,
  codecOf: postgresCodec,
  refusedId: () => undefined,
  parsesJson: true,
  textType: 'text',
  values: { storesNul: false, keepsMark: true, isLoose: false },
  violationOf: postgresViolation,
  faultOf(error) {
    const code = driverText(error.code);
    if (code === '40001' || code === '40P01' || code === '55P03') return 'conflict';
    if (code === '57014') return 'timeout';
    if (code !== undefined && /^[0-9A-Z]{5}$/.test(code) && unavailable.test(code)) return 'unavailable';
    return isLostConnection(error) || lostMessages.test(error.message) ? 'lost' : undefined;
  },
  readCatalog: readPostgresCatalog,
};

/** PGlite: PostgreSQL in the same process, whose driver drops U+FEFF at the beginning of a text. */
export const pgliteDialect: SqlDialect = {
  ...postgresDialect,
  values: { ...postgresDialect.values, keepsMark: false },
  refusedId: ({ kind }) =>
    kind === 'binary' || kind === 'boolean'
      ? `its driver does not compare texts with values of the type ${kind}`
      : undefined,
};
