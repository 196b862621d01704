import type { FilterTerm } from '@linkage/core';
import { isTextOperator, type ValueOperator } from '@linkage/core/internal';
import type { RawBuilder } from 'kysely';
import { canCompare } from '../columns/column-kinds.ts';
import { comparisonOf } from '../columns/comparison.ts';
import { boundTo, type Column, columnIn, columnOf, eb, parameterOf } from '../mapping/table.ts';
import { allOf, anyOf, type Build, type Condition, isKnown, nothing, opposite, type Place } from './condition.ts';
import { slotFor } from './shape.ts';
import { textCondition } from './text-conditions.ts';

/** The operators of comparisons, in SQL. */
const comparisons = { lt: '<', le: '<=', gt: '>', ge: '>=' } as const satisfies Record<
  Exclude<ValueOperator, 'eq' | 'ne' | 'between'>,
  string
>;
type Comparison = keyof typeof comparisons;

function isOneOf(column: RawBuilder<unknown>, values: readonly unknown[]): Condition {
  if (values.length === 0) return nothing;
  return values.length === 1 ? eb(column, '=', values[0]) : eb(column, 'in', values);
}

function equality({ shape, table, alias }: Place, own: Column, values: readonly unknown[]): Build {
  const hasNull = values.includes(null);
  const slots: unknown[] = [];
  for (const value of values) {
    if (value === null) continue;
    const encoded = own.encode(value);
    // No row has a value that the column cannot hold.
    if (comparisonOf(own.type, 'eq', encoded, table.dialect.values) === 'none') continue;
    slots.push(slotFor(shape, parameterOf(own, encoded)));
  }
  shape.text += `=${slots.length}${hasNull ? 'n' : ''}`;
  return () => {
    const column = columnIn(own, alias);
    const bound = slots.map((slot) => boundTo(own, slot));
    const equal = isOneOf(column, bound);
    return hasNull ? anyOf([opposite(isKnown(column)), equal]) : equal;
  };
}

function comparison({ shape, table, alias }: Place, own: Column, operator: Comparison, value: unknown): Build {
  // Null is neither less nor greater than any value.
  const compared = value === null ? 'none' : comparisonOf(own.type, operator, own.encode(value), table.dialect.values);
  if (typeof compared === 'string') {
    shape.text += compared;
    return () => (compared === 'none' ? nothing : isKnown(columnIn(own, alias)));
  }
  const sign = comparisons[compared.operator as Comparison];
  shape.text += sign;
  const slot = slotFor(shape, parameterOf(own, compared.value));
  return () => eb(columnIn(own, alias), sign, boundTo(own, slot));
}

/** Returns the condition that a list in a column contains any of some values. */
function containment({ shape, table, alias }: Place, own: Column, values: readonly unknown[]): Build {
  const { matchElement, values: rules } = table.dialect;
  const builds = values.flatMap((value) => {
    // No list in the column has an element that the column cannot hold.
    if (value === null || !canCompare(own.type?.of, value, rules)) return [];
    shape.text += typeof value === 'boolean' ? `%${value}` : `%${typeof value}`;
    return [matchElement(value, (it) => slotFor(shape, it), own)];
  });
  return () => anyOf(builds.map((build) => build(columnIn(own, alias))));
}

/** Returns the condition on the column of an attribute. */
export function attributeCondition(place: Place, term: FilterTerm): Build {
  const { field, operator, values } = term;
  const { table } = place;
  const own = columnOf(table, field);
  if (values.includes(undefined))
    throw new TypeError(`A filter of \`${table.type.name}.${field}\` must not contain undefined.`);
  if (operator === 'eq') return equality(place, own, values);
  if (operator === 'ne') {
    const equal = equality(place, own, values);
    return () => opposite(equal());
  }
  if (operator === 'between') {
    const [least = null, greatest = null] = values;
    const [low, high] = [comparison(place, own, 'ge', least), comparison(place, own, 'le', greatest)];
    return () => allOf([low(), high()]);
  }
  if (isTextOperator(operator)) return textCondition(place, own, { ...term, operator });
  if (operator === 'has') return containment(place, own, values);
  if (!Object.hasOwn(comparisons, operator))
    throw new TypeError(`Unknown filter operator ${JSON.stringify(operator)}.`);
  const builds = values.map((value) => comparison(place, own, operator as Comparison, value));
  return () => anyOf(builds.map((build) => build()));
}
