import type { FilterOperator, FilterTerm } from '@linkage/core';
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { MEMBER } from './selected-columns.ts';
import { type AnyDatabase, columnOf, type Edge, edgeOf, keysOf, type Table } from './table.ts';

type Condition = Expression<SqlBool>;

const eb = expressionBuilder<AnyDatabase>();
const nothing: Condition = sql<SqlBool>`1 = 0`;
const comparisons: Readonly<Record<Exclude<FilterOperator, 'eq'>, '<' | '<=' | '>' | '>='>> = {
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

/** Whether a column has one of some values; none of them is null. */
export function isOneOf(column: RawBuilder<unknown>, values: readonly unknown[]): Condition {
  if (values.length === 0) return nothing;
  return values.length === 1 ? eb(column, '=', values[0]) : eb(column, 'in', values);
}

function attributeCondition(table: Table, { field, operator, values }: FilterTerm): Condition {
  const { name, encode } = columnOf(table, field);
  const column = sql.id(MEMBER, name);
  if (values.includes(undefined)) throw new TypeError(`${table.type.name} is filtered by ${field} without a value.`);
  const known = values.filter((value) => value !== null).map(encode);
  if (operator === 'eq') {
    const equal = isOneOf(column, known);
    return known.length === values.length ? equal : eb.or([eb(column, 'is', null), equal]);
  }
  if (!Object.hasOwn(comparisons, operator)) throw new TypeError(`${JSON.stringify(operator)} is no filter operator.`);
  // Null is neither less nor greater than anything.
  return known.length === 0 ? nothing : eb.or(known.map((value) => eb(column, comparisons[operator], value)));
}

/** To-many relationships are looked for in a subquery: a join would give a record once per related resource. */
function relationshipCondition(table: Table, edge: Edge, ids: readonly string[]): Condition {
  const keys = keysOf(edge.target, ids);
  if (edge.kind === 'column') return isOneOf(sql.id(MEMBER, edge.column), keys);
  const own = sql.id(MEMBER, table.id);
  const [other, from, to] =
    edge.kind === 'through' ? [edge.table, edge.from, edge.to] : [edge.target.name, edge.column, edge.target.id];
  return eb.exists(
    eb
      .selectFrom(`${other} as other`)
      .select(sql.lit(1).as('found'))
      .where(sql.id('other', from), '=', own)
      .where(isOneOf(sql.id('other', to), keys)),
  );
}

/** The conditions of a filter, all of which have to hold. An unknown field is an error, never no condition. */
export function conditionsOf(table: Table, filter: readonly FilterTerm[]): readonly Condition[] {
  return filter.map((term) => {
    if (!table.type.relationships.has(term.field)) return attributeCondition(table, term);
    if (term.operator !== 'eq') throw new TypeError(`A relationship such as ${term.field} is filtered by ids alone.`);
    return relationshipCondition(table, edgeOf(table, term.field), term.values.map(String));
  });
}
