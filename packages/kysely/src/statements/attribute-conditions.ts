import type { FilterTerm } from '@linkage/core';
import { isTextOperator } from '@linkage/core/internal';
import { comparisonOf } from '@linkage/storage/internal';
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type AnyDatabase, boundTo, columnIn, columnOf, parameterOf, type Table } from '../mapping/table.ts';
import { textConditions } from './text-conditions.ts';

/** A condition in SQL. */
export type Condition = Expression<SqlBool>;

const eb = expressionBuilder<AnyDatabase>();
/** A condition that no row matches. */
export const nothing: Condition = sql<SqlBool>`1 = 0`;
/** A condition that each row matches. */
const everything: Condition = sql<SqlBool>`1 = 1`;
/** The operators of comparisons, in SQL. */
export const comparisons: Readonly<Record<'lt' | 'le' | 'gt' | 'ge', '<' | '<=' | '>' | '>='>> = {
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};
type Comparison = keyof typeof comparisons;

/** How the opposites of conditions are written, by condition. */
const opposites = new WeakMap<Condition, () => Condition>();

/** Returns a condition that knows how its opposite is written. The opposite of the opposite is the condition itself. */
export function withOpposite(condition: Condition, build: () => Condition): Condition {
  opposites.set(condition, () => {
    const opposed = build();
    opposites.set(opposed, () => condition);
    return opposed;
  });
  return condition;
}

/**
 * The opposite of a condition. SQL has a third value besides true and false, which `not` keeps: this does not, so a
 * condition on NULL is false, and its opposite is true. The opposite of a group consists of the opposites of its conditions, because
 * a database can join a subquery only if nothing around it negates it.
 */
export function opposite(condition: Condition): Condition {
  if (condition === nothing) return everything;
  if (condition === everything) return nothing;
  const build = opposites.get(condition);
  if (build !== undefined) return build();
  const opposed = sql<SqlBool>`((${condition}) is not true)`;
  opposites.set(opposed, () => condition);
  return opposed;
}

/** Whether all conditions match. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.includes(nothing)) return nothing;
  const [only = everything, ...others] = conditions.filter((it) => it !== everything);
  if (others.length === 0) return only;
  return withOpposite(eb.and([only, ...others]), () => anyOf([only, ...others].map(opposite)));
}

/** Whether any condition matches. */
export function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.includes(everything)) return everything;
  const [only = nothing, ...others] = conditions.filter((it) => it !== nothing);
  if (others.length === 0) return only;
  return withOpposite(eb.or([only, ...others]), () => allOf([only, ...others].map(opposite)));
}

/** Whether a column has one of some values, none of which is null. */
export function isOneOf(column: RawBuilder<unknown>, values: readonly unknown[]): Condition {
  if (values.length === 0) return nothing;
  return values.length === 1 ? eb(column, '=', values[0]) : eb(column, 'in', values);
}

/** A table with its alias in a statement, and the name of a field of its type. */
export interface Place {
  readonly table: Table;
  readonly alias: string;
  readonly name: string;
}

function equality(place: Place, column: RawBuilder<unknown>, values: readonly unknown[]): Condition {
  const own = columnOf(place.table, place.name);
  const known = values.filter((value) => value !== null).map(own.encode);
  // No row has a value that the column cannot hold.
  const possible = known.filter((value) => comparisonOf(own.type, 'eq', value, place.table.dialect.values) !== 'none');
  const equal = isOneOf(
    column,
    possible.map((value) => boundTo(own, parameterOf(own, value))),
  );
  return known.length === values.length ? equal : anyOf([eb(column, 'is', null), equal]);
}

function comparison(place: Place, column: RawBuilder<unknown>, operator: Comparison, value: unknown): Condition {
  const own = columnOf(place.table, place.name);
  const { values: rules } = place.table.dialect;
  // Null is neither less nor greater than any value.
  if (value === null) return nothing;
  const compared = comparisonOf(own.type, operator, own.encode(value), rules);
  if (compared === 'none') return nothing;
  return compared === 'all'
    ? eb(column, 'is not', null)
    : eb(column, comparisons[compared.operator as Comparison], boundTo(own, parameterOf(own, compared.value)));
}

/** Returns the condition on the column of an attribute. */
export function attributeCondition(place: Place, { operator, values }: FilterTerm): Condition {
  const { table, alias, name } = place;
  const own = columnOf(table, name);
  const column = columnIn(own, alias);
  if (values.includes(undefined))
    throw new TypeError(`A filter of \`${table.type.name}.${name}\` must not contain undefined.`);
  if (operator === 'eq') return equality(place, column, values);
  if (operator === 'ne') return opposite(equality(place, column, values));
  if (operator === 'between') {
    const [least = null, greatest = null] = values;
    return allOf([comparison(place, column, 'ge', least), comparison(place, column, 'le', greatest)]);
  }
  if (isTextOperator(operator)) return anyOf(textConditions(table, name, own, column, operator, values));
  if (!Object.hasOwn(comparisons, operator))
    throw new TypeError(`Unknown filter operator ${JSON.stringify(operator)}.`);
  return anyOf(values.map((value) => comparison(place, column, operator as Comparison, value)));
}
