import type { Api } from '@linkage/core';
import {
  type ConditionBuilder,
  createStorage,
  groupMembers,
  postgresViolation,
  valueRules,
} from '@linkage/core/records';
import type { CollectionQuery, DataSource, SourceCall, SourceRecord } from '@linkage/server';
import { and, eq, getTableColumns, gt, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn, type PgDatabase, type PgQueryResultHKT, type PgTable } from 'drizzle-orm/pg-core';

/** A table, and for each to-many relationship the table with the keys of the resource and of the related resource. */
export interface DrizzleType {
  readonly table: PgTable;
  readonly toMany?: Readonly<Record<string, Links>>;
}
type Links = readonly [table: PgTable, own: string, other: string];
type Types = Readonly<Record<string, DrizzleType>>;
type Rows = Promise<SourceRecord[]>;
const operators = { eq, lt, le: lte, gt, ge: gte };
const columnOf = (table: PgTable, name: string) => getTableColumns(table)[name] as PgColumn;

export function createDrizzleSources(api: Api, db: PgDatabase<PgQueryResultHKT>, types: Types) {
  const tableOf = (type: string) => (types[type] as DrizzleType).table;
  const targetOf = (type: string, name: string) => api.types.get(type)?.relationships.get(name)?.targets[0] as string;
  const on = ({ transaction }: SourceCall) => (transaction ?? db) as typeof db;
  function linksOf(type: string, name: string, executor = db) {
    const [table, own, other] = (types[type] as Required<DrizzleType>).toMany[name] as Links;
    const [parent, id] = [columnOf(table, own), columnOf(table, other)];
    const isTarget = table === tableOf(targetOf(type, name));
    return { table, own, other, parent, id, isTarget, select: executor.select({ parent, id }).from(table) };
  }
  const describe = ({ table }: DrizzleType) =>
    Object.entries(getTableColumns(table)).map(([field, it]) => [field, { name: it.name, type: it.getSQLType() }]);
  const columns = Object.entries(types).map(([type, it]) => [type, Object.fromEntries(describe(it))]);
  const database = { rules: valueRules.pglite, detect: postgresViolation };
  const storage = createStorage(api, { columns: Object.fromEntries(columns), ...database });

  const builder: ConditionBuilder<SQL> = {
    compare: (type, field, operator, value) => operators[operator](columnOf(tableOf(type), field), value),
    isNull: (type, field, is) => (is ? isNull : isNotNull)(columnOf(tableOf(type), field)),
    oneOf: (type, field, keys) => inArray(columnOf(tableOf(type), field), [...keys]),
    anyRelated(type, name, target, condition) {
      const related = db
        .select({ id: columnOf(tableOf(target), 'id') })
        .from(tableOf(target))
        .where(condition);
      const foreignKey = getTableColumns(tableOf(type))[name];
      if (foreignKey !== undefined) return inArray(foreignKey, related);
      const { table, parent, id } = linksOf(type, name);
      const parents = db.select({ parent }).from(table).where(inArray(id, related));
      return inArray(columnOf(tableOf(type), 'id'), parents);
    },
    and: (conditions) => and(...conditions) as SQL,
    or: (conditions) => or(...conditions) ?? sql`false`,
  };
  /** A field, or for `author.name` a subquery: PostgreSQL has NULL last, and a join would need an alias as well. */
  function sortKey(type: string, table: PgTable, [name = '', ...rest]: readonly string[]): SQL {
    if (rest.length === 0) return sql`${columnOf(table, name)}`;
    const [target, step] = [targetOf(type, name), `step${rest.length}`];
    const other = alias(tableOf(target), step);
    const where = sql`${columnOf(other, 'id')} = ${columnOf(table, name)}`;
    return sql`(select ${sortKey(target, other, rest)} from ${tableOf(target)} as ${sql.identifier(step)} where ${where})`;
  }
  async function pageOf(type: string, { filter, sort, page, total }: CollectionQuery, call: SourceCall, among?: SQL) {
    const table = tableOf(type);
    const where = and(among, ...filter.map((term) => storage.condition(type, term, builder)));
    const order = sort.map(({ field, descending }) => {
      return sql`${sortKey(type, table, field.split('.'))} ${sql.raw(descending ? 'desc nulls last' : 'nulls first')}`;
    });
    const rows = on(call)
      .select()
      .from(table)
      .where(where)
      .orderBy(...order, columnOf(table, 'id'));
    const records = await (rows.limit(page.limit).offset(page.offset) as unknown as Rows);
    return total ? { records, total: await on(call).$count(table, where) } : { records };
  }
  function sourceOf(type: string): DataSource {
    const table = tableOf(type);
    const id = columnOf(table, 'id');
    const select = (keys: readonly unknown[], call: SourceCall) => {
      const rows = on(call)
        .select()
        .from(table)
        .where(inArray(id, [...keys]));
      return (call.forUpdate ? rows.for('update') : rows) as unknown as Rows;
    };
    return {
      list: (query, call) => pageOf(type, query, call),
      find: (ids, _selection, call) => select(storage.keys(type, ids), call),
      async related(name, parentIds, query, call) {
        const { table: links, parent, id: member, select: pairs } = linksOf(type, name, on(call));
        const isOfParent = inArray(parent, [...storage.keys(type, parentIds)]);
        if (query.page === undefined)
          return groupMembers(parentIds, await pairs.where(isOfParent).orderBy(parent, member).limit(query.atMost));
        const [target, members] = [targetOf(type, name), db.select({ member }).from(links).where(isOfParent)];
        const among = inArray(columnOf(tableOf(target), 'id'), members);
        return new Map([[String(parentIds[0]), await pageOf(target, query, call, among)]]);
      },
      ...storage.writes(type, {
        insert: async (values, call: SourceCall) =>
          (
            await (on(call)
              .insert(table)
              .values(values)
              .onConflictDoNothing({ target: id })
              .returning() as unknown as Rows)
          )[0],
        async update(key, values, call) {
          if (Object.keys(values).length === 0) return (await select([key], { ...call, forUpdate: true }))[0];
          return (await (on(call).update(table).set(values).where(eq(id, key)).returning() as unknown as Rows))[0];
        },
        delete: async (key, call) => (await on(call).delete(table).where(eq(id, key)).returning()).length > 0,
        async members(key, name, call) {
          const { select: pairs, parent } = linksOf(type, name, on(call));
          return (await pairs.where(eq(parent, key))).map((pair) => pair.id as string);
        },
        async link(key, name, keys, call) {
          const { table: links, own, other, id: member, isTarget } = linksOf(type, name);
          if (isTarget)
            return on(call)
              .update(links)
              .set({ [own]: key })
              .where(inArray(member, [...keys]));
          const rows = keys.map((it) => ({ [own]: key, [other]: it }));
          return on(call).insert(links).values(rows).onConflictDoNothing();
        },
        async unlink(key, name, keys, call) {
          const { table: links, own, parent, id: member, isTarget } = linksOf(type, name);
          const gone = and(eq(parent, key), inArray(member, [...keys]));
          return isTarget
            ? on(call)
                .update(links)
                .set({ [own]: null })
                .where(gone)
            : on(call).delete(links).where(gone);
        },
      }),
      transaction: (run, call) => db.transaction((transaction) => run({ ...call, transaction })),
      transactionScope: db,
    };
  }
  return Object.fromEntries(Object.keys(types).map((type) => [type, sourceOf(type)]));
}
