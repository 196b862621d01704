import type { FilterTerm } from '@linkage/core';
import { canCompare, comparisonOf, isTextOperator } from '@linkage/core/internal';
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type AnyDatabase, columnIn, columnOf, type Table } from '../mapping/table.ts';
import { textConditions } from './text-conditions.ts';

/** A condition in SQL. */
export type Condition = Expression<SqlBool>;

const eb = expressionBuilder<AnyDatabase>();
/** A condition that no row matches. */
export const nothing: Condition = sql<SqlBool>`1 = 0`;
/** The operators of comparisons, in SQL. */
export const comparisons: Readonly<Record<'lt' | 'le' | 'gt' | 'ge', '<' | '<=' | '>' | '>='>> = {
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};
type Comparison = keyof typeof comparisons;

/**
 * The opposite of a condition. SQL has a third value besides true and false, which `not` keeps: this does not, so a
 * condition on NULL is false, and its opposite is true.
 */
export function opposite(condition: Condition): Condition {
  return sql<SqlBool>`((${condition}) is not true)`;
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
  const { type, encode } = columnOf(place.table, place.name);
  const known = values.filter((value) => value !== null).map(encode);
  // No row has a value that the column cannot be compared with.
  const equal = isOneOf(
    column,
    known.filter((value) => canCompare(type, value, place.table.dialect.values)),
  );
  return known.length === values.length ? equal : eb.or([eb(column, 'is', null), equal]);
}

function comparison(place: Place, column: RawBuilder<unknown>, operator: Comparison, value: unknown): Condition {
  const { type, encode } = columnOf(place.table, place.name);
  const { values: rules } = place.table.dialect;
  // Null is neither less nor greater than any value.
  if (value === null) return nothing;
  const compared = comparisonOf(type, operator, encode(value), rules);
  if (compared === 'none') return nothing;
  return compared === 'all'
    ? eb(column, 'is not', null)
    : eb(column, comparisons[compared.operator as Comparison], compared.value);
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
    return eb.and([comparison(place, column, 'ge', least), comparison(place, column, 'le', greatest)]);
  }
  if (isTextOperator(operator)) return anyOf(textConditions(table, name, own, column, operator, values));
  if (!Object.hasOwn(comparisons, operator))
    throw new TypeError(`Unknown filter operator ${JSON.stringify(operator)}.`);
  return anyOf(values.map((value) => comparison(place, column, operator as Comparison, value)));
}

function anyOf(conditions: readonly Condition[]): Condition {
  const [first = nothing, ...others] = conditions;
  return others.length === 0 ? first : eb.or([first, ...others]);
}
