import type { Api } from '@linkage/core';
import { createStorage, postgresViolation, type RowOrder, type ToManyTables, valueRules } from '@linkage/storage';
import { and, eq, getTableColumns, gt, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn, type PgDatabase, type PgQueryResultHKT, type PgTable } from 'drizzle-orm/pg-core';

export type Tables = Readonly<Record<string, PgTable>>;
const operators = { eq, lt, le: lte, gt, ge: gte };

/** Creates sources over tables with the names of the types, and over the tables between two types that `toMany` names. */
export function createDrizzleSources(api: Api, db: PgDatabase<PgQueryResultHKT>, tables: Tables, toMany: ToManyTables) {
  const tableOf = (name: string) => tables[name] as PgTable;
  const columnOf = (table: string, property: string) => getTableColumns(tableOf(table))[property] as PgColumn;
  const describe = (type: string) =>
    Object.entries(getTableColumns(tableOf(type))).map(([field, it]) => {
      return [field, { name: it.name, type: it.getSQLType(), nullable: !it.notNull }];
    });
  const stored = Object.keys(tables).filter((name) => api.types.has(name));
  const columns = Object.fromEntries(stored.map((type) => [type, Object.fromEntries(describe(type))]));
  const storage = createStorage(api, { columns, rules: valueRules.pglite, detect: postgresViolation });

  /** A column, or a subquery for a column of a related row. */
  function sortKey(
    table: PgTable,
    { property, steps: [step, ...steps] }: Pick<RowOrder<SQL>, 'property' | 'steps'>,
  ): SQL {
    if (step === undefined) return sql`${getTableColumns(table)[property]}`;
    const [target, name] = [tableOf(step.target), `step${steps.length}`];
    const other = alias(target, name);
    const id = getTableColumns(other)['id'] as PgColumn;
    const shown = db
      .select({ value: columnOf(step.target, 'id') })
      .from(target)
      .where(step.where);
    const where = and(sql`${id} = ${getTableColumns(table)[step.property]}`, step.where && inArray(id, shown));
    return sql`(select ${sortKey(other, { property, steps })} from ${target} as ${sql.identifier(name)} where ${where})`;
  }
  // An ordinary index does not have the order of NULL, so a column that is never NULL does without.
  const orderBy = (table: PgTable, { descending, nullable, ...key }: RowOrder<SQL>) =>
    sql`${sortKey(table, key)} ${sql.raw(`${descending ? 'desc' : 'asc'}${nullable ? ` nulls ${descending ? 'last' : 'first'}` : ''}`)}`;
  return storage.tableSources<typeof db, SQL>(db, {
    toMany,
    sortsThrough: true,
    // #region conditions
    conditions: {
      compare: (table, property, operator, value) => operators[operator](columnOf(table, property), value),
      matches: (table, property, { pattern, ignoresCase }) =>
        sql`${columnOf(table, property)} ${sql.raw(ignoresCase ? 'ilike' : 'like')} ${pattern}`,
      isNull: (table, property, is) => (is ? isNull : isNotNull)(columnOf(table, property)),
      oneOf: (table, property, keys) => inArray(columnOf(table, property), [...keys]),
      inRows(table, property, other, otherProperty, where) {
        const values = db.select({ value: columnOf(other, otherProperty) }).from(tableOf(other));
        return inArray(columnOf(table, property), values.where(where));
      },
      and: (conditions) => and(...conditions) ?? sql`true`,
      or: (conditions) => or(...conditions) ?? sql`false`,
      not: (condition) => sql`not (${condition})`,
    },
    // #endregion
    select(on, { table, properties, where, order, skip = 0, take, lock }) {
      const rows = on
        .select(Object.fromEntries(properties.map((property) => [property, columnOf(table, property)])))
        .from(tableOf(table))
        .where(where)
        .orderBy(...order.map((key) => orderBy(tableOf(table), key)))
        .offset(skip);
      const page = take === undefined ? rows : rows.limit(take);
      return lock ? page.for('update') : page;
    },
    count: (on, table, where) => on.$count(tableOf(table), where),
    insert(on, table, rows, key) {
      const target = key.map((property) => columnOf(table, property));
      return on.insert(tableOf(table)).values(rows).onConflictDoNothing({ target }).returning();
    },
    update: (on, table, where, values) => on.update(tableOf(table)).set(values).where(where).returning(),
    delete: (on, table, where) => on.delete(tableOf(table)).where(where).returning(),
    transaction: (run) => db.transaction(run),
  });
}
