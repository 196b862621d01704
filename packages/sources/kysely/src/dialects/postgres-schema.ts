import { type Kysely, sql } from 'kysely';
import type { SchemaRows } from './database-schema-rows.ts';
import { viewColumnsIn } from './view-columns.ts';

type Rows<Name extends keyof SchemaRows> = SchemaRows[Name][number];
/** Lists are strings of JSON, so that no setting of a driver changes them. */
type Unread<Row, Name extends keyof Row> = Omit<Row, Name> & { readonly [Key in Name]: string | null };

/** Columns with negative numbers. */
const system = Object.entries({ ctid: 'tid', tableoid: 'oid', xmin: 'xid', xmax: 'xid', cmin: 'cid', cmax: 'cid' }).map(
  ([column, type]) => ({ column, type }),
);

const isOwn = sql`n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`;

function listOf(text: string | null): readonly string[] {
  return text === null ? [] : (JSON.parse(text) as readonly string[]);
}

function readTables(db: Kysely<never>) {
  // Triggers and rules of a partition or of an inherited table belong to another table.
  return sql<Unread<Rows<'tables'>, 'parents'>>`
    select n.nspname as "schema", c.relname as "table", pg_table_is_visible(c.oid) as "found",
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end
        as "kind",
      obj_description(c.oid, 'pg_class') as "comment", c.relkind = 'p' as "partitioned", c.relispartition as "partition",
      (select json_agg(pn.nspname || '.' || p.relname order by i.inhseqno)::text
        from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
        where i.inhrelid = c.oid) as "parents",
      (select e.extname from pg_depend d join pg_extension e on e.oid = d.refobjid
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_extension'::regclass and d.deptype = 'e')
        as "extension",
      c.relkind <> 'v' as "numbered",
      c.relkind = 'r' and not c.relhassubclass and not c.relhasrules
        and not exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "quiet"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isOwn}
    order by n.nspname, c.relname`.execute(db);
}

function readColumns(db: Kysely<never>) {
  // A type that an index can order has all operators of comparisons, or one that is read like it, or the elements of an array, but no domain of an enum. A name such as `regclass` would be compared as its number. A domain can be one of another domain. A column of a view can be NULL, whatever its domain says: the row can be that of an outer join.
  return sql<Unread<Rows<'columns'>, 'labels'> & Numbered>`
    with recursive bases (oid, base, typmod, required) as (
      select oid, oid, -1, false from pg_type where typtype <> 'd'
      union all select t.oid, b.base, coalesce(nullif(t.typtypmod, -1), b.typmod), t.typnotnull or b.required
        from bases b join pg_type t on t.typbasetype = b.oid and t.typtype = 'd'
    ), ordered (oid) as (
      select k.opcintype from pg_opclass k join pg_am m on m.oid = k.opcmethod and m.amname = 'btree'
        join pg_amop o on o.amopfamily = k.opcfamily and o.amoplefttype = k.opcintype and o.amoprighttype = k.opcintype
        join pg_operator p on p.oid = o.amopopr and p.oprname = '<'
      where k.opcdefault and o.amopstrategy = 1
    ), comparable (oid) as (
      select oid from ordered union select oid from pg_type where typtype in ('e', 'r', 'm')
      union select k.castsource from pg_cast k join ordered o on o.oid = k.casttarget where k.castmethod = 'b' and k.castcontext = 'i'
        and k.castsource::regtype::text not like 'reg%'
    )
    select n.nspname as "schema", c.relname as "table", a.attname as "column", c.oid::text as "id",
      a.attnum as "number", not (a.attnotnull or (b.required and c.relkind in ('r', 'p'))) as "nullable", false as "hidden",
      format_type(b.base, coalesce(nullif(b.typmod, -1), a.atttypmod)) || repeat('[]', a.attndims - 1) as "type",
      pg_get_expr(d.adbin, d.adrelid) as "default", case a.attgenerated when 's' then 'stored' when 'v' then 'virtual' end
        as "generated",
      case a.attidentity when 'a' then 'always' when 'd' then 'by default' end as "identity",
      (select json_agg(e.enumlabel order by e.enumsortorder)::text from pg_enum e
        where e.enumtypid in (t.oid, t.typelem)) as "labels",
      col_description(c.oid, a.attnum) as "comment",
      case when exists (select from ordered) then exists (select from comparable where oid = coalesce(e.base, b.base))
        and (t.typtype <> 'e' or t.oid = a.atttypid) end as "comparable",
      t.typname = 'citext' or not coalesce(l.collisdeterministic, true) as "spellings"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join bases b on b.oid = a.atttypid join pg_type t on t.oid = b.base
      left join pg_collation l on l.oid = a.attcollation
      left join bases e on e.oid = t.typelem and t.typcategory = 'A'
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isOwn}
    order by n.nspname, c.relname, a.attnum`.execute(db);
}

/** Reads the functions of one row, which statements find like a column that the table does not list: `person.full_name` calls `full_name(person)`. */
function readRowFunctions(db: Kysely<never>) {
  return sql<Omit<Rows<'columns'>, 'labels'>>`
    select n.nspname as "schema", c.relname as "table", p.proname as "column", true as "hidden", true as "nullable",
      format_type(p.prorettype, null) as "type", null as "default", 'virtual' as "generated", null as "identity",
      obj_description(p.oid, 'pg_proc') as "comment"
    from pg_proc p join pg_type t on t.oid = p.proargtypes[0] join pg_class c on c.oid = t.typrelid
      join pg_namespace n on n.oid = c.relnamespace
    where p.pronargs = 1 and p.prokind = 'f' and p.provolatile <> 'v' and not p.proretset
      and (pg_function_is_visible(p.oid) or p.pronamespace = c.relnamespace)
      and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isOwn}
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = p.proname)
    order by n.nspname, c.relname, p.proname`.execute(db);
}

type ConstraintRow = Omit<Rows<'references'>, 'targetSchema' | 'targetTable'> &
  Rows<'constraints'> & {
    readonly kind: string;
    /** Null for all other constraints. */
    readonly targetSchema: string | null;
    readonly targetTable: string | null;
    readonly inherited: boolean;
  };

function actionOf(column: string) {
  const actions = { a: 'no action', r: 'restrict', c: 'cascade', n: 'set null', d: 'set default' };
  const cases = Object.entries(actions).map(([code, action]) => sql.raw(`when '${code}' then '${action}'`));
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`;
}

function readConstraints(db: Kysely<never>) {
  return sql<ConstraintRow>`
    select n.nspname as "schema", c.relname as "table", k.conname as "constraint", k.contype::text as "kind", a.attname as "column",
      k.conparentid <> 0 as "inherited",
      tn.nspname as "targetSchema", tc.relname as "targetTable", ta.attname as "targetColumn",
      k.convalidated and not coalesce(tc.relrowsecurity, true) as "findsRow",
      k.convalidated and not coalesce(tc.relrowsecurity, true) as "isEnforced",
      ${actionOf('k.confdeltype')} as "onDelete", ${actionOf('k.confupdtype')} as "onUpdate"
    from pg_constraint k cross join lateral unnest(k.conkey, k.confkey) with ordinality as u(own, target, place)
      join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = u.own
      left join pg_class tc on tc.oid = k.confrelid left join pg_namespace tn on tn.oid = tc.relnamespace
      left join pg_attribute ta on ta.attrelid = tc.oid and ta.attnum = u.target
    where ${isOwn} order by k.oid, u.place`.execute(db);
}

function readIndexes(db: Kysely<never>) {
  return sql<Rows<'indexes'>>`
    select n.nspname as "schema", c.relname as "table", x.relname as "index", a.attname as "column",
      i.indisunique as "unique", i.indpred is not null as "partial", m.amname as "method",
      i.indoption[u.place - 1] in (1, 2) as "least"
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
      cross join lateral unnest(i.indkey::smallint[]) with ordinality as u(own, place)
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = u.own and u.own <> 0
    where i.indisvalid and u.place <= i.indnkeyatts and ${isOwn}
    order by n.nspname, c.relname, x.relname, u.place`.execute(db);
}

type ViewRow = Rows<'views'> & { readonly id: string; readonly tree: string };

/** The number of a column, and the object id of its table. */
interface Numbered {
  readonly id: string;
  readonly number: number;
}

/** Reads what the database and triggers can do with each view, as PostgreSQL numbers the bits of commands and of triggers, and where the columns of views come from. */
async function readViews(
  db: Kysely<never>,
  columns: readonly (Numbered & Pick<Rows<'columns'>, 'schema' | 'table' | 'column'>)[],
): Promise<Pick<SchemaRows, 'views' | 'origins'>> {
  const { rows: views } = await sql<ViewRow>`
    select n.nspname as "schema", c.relname as "table", c.oid::text as "id", r.ev_action::text as "tree", pg_relation_is_updatable(c.oid, false) > 0 as "simple",
      t.types is not null as "triggered", pg_relation_is_updatable(c.oid, true) & 4 > 0 as "update",
      pg_relation_is_updatable(c.oid, true) & 8 > 0 and coalesce(t.types & 4 > 0, true) as "insert",
      pg_relation_is_updatable(c.oid, true) & 16 > 0 as "delete"
    from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
      left join (select tgrelid, bit_or(tgtype) as types from pg_trigger where tgtype & 64 > 0 group by tgrelid) t on t.tgrelid = c.oid
    where r.ev_type = '1' and c.relkind in ('v', 'm') and ${isOwn}`.execute(db);
  const byNumber = new Map(columns.map((it) => [`${it.id} ${it.number}`, it]));
  const origins = views.flatMap(({ schema, table, id, tree }) =>
    viewColumnsIn(tree).flatMap((it) => {
      const own = byNumber.get(`${id} ${it.place}`);
      const of = byNumber.get(`${it.table} ${it.column}`);
      if (own === undefined || of === undefined) return [];
      const target = { targetSchema: of.schema, targetTable: of.table, targetColumn: of.column };
      return [{ schema, table, column: own.column, ...target }];
    }),
  );
  return { views, origins };
}

/** Reads the database schema of a PostgreSQL database. */
export async function readPostgresSchema(db: Kysely<never>): Promise<SchemaRows> {
  const tables = await readTables(db);
  const columns = await readColumns(db);
  const functions = await readRowFunctions(db);
  const { rows: constraints } = await readConstraints(db);
  const indexes = await readIndexes(db);
  const views = await readViews(db, columns.rows);
  return {
    system,
    ...views,
    tables: tables.rows.map((row) => ({ ...row, parents: listOf(row.parents) })),
    columns: [
      ...columns.rows.map((row) => ({ ...row, labels: listOf(row.labels) })),
      ...functions.rows.map((row) => ({ ...row, labels: [] })),
    ],
    keys: constraints.filter(({ kind }) => kind === 'p'),
    constraints,
    indexes: indexes.rows,
    // The foreign keys of a partition belong to those of the whole table.
    references: constraints.flatMap((row) => {
      const { targetSchema, targetTable } = row;
      if (row.kind !== 'f' || row.inherited || targetSchema === null || targetTable === null) return [];
      return [{ ...row, targetSchema, targetTable }];
    }),
  };
}
