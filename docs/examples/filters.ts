import {
  attribute,
  defineApi,
  type FilterCondition,
  type FilterLanguage,
  parseQuery,
  toMany,
  toOne,
} from '@linkage/core';
import { conditionParts } from '@linkage/core/records';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

// #region declaration
const api = defineApi({
  products: {
    attributes: {
      // All operators that the type supports, or only these.
      price: attribute(z.number(), { filter: true, sort: true }),
      name: attribute(z.string(), { filter: ['eq', 'iContains'] }),
    },
    relationships: {
      // Only these fields can follow in a path: `maker.name`, but not `maker.revenue`.
      maker: toOne('makers', { filter: ['id', 'name'], sort: ['name'] }),
      parts: toMany('products', { filter: true }),
    },
    // The order without `sort`. Clients need not be able to sort by these fields.
    defaultSort: ['-price', 'id'],
  },
  makers: {
    attributes: {
      name: attribute(z.string(), { filter: true, sort: true }),
      revenue: attribute(z.number(), { filter: true }),
    },
  },
});
// #endregion

// #region expression
export const { filter } = parseQuery(
  api,
  'products',
  new URLSearchParams({ filter: "or(between(price,10,20),not(eq(maker.name,'Acme, Inc.','Bo''s')))" }),
);
// #endregion

// #region language
const operators = new Map([
  ['min', 'ge'],
  ['max', 'le'],
  ['search', 'iContains'],
]);

/** `filter[price][min]=10`, `filter[name][search]=cup`, and `filter[maker]=1|2`. */
export const language: FilterLanguage = (parameters, reader) =>
  parameters.flatMap(({ parameter, brackets: [field = '', name], value }) => {
    const operator = name === undefined ? 'eq' : operators.get(name);
    if (operator === undefined) {
      reader.reject('The operator of a filter must be `min`, `max`, or `search`.', parameter);
      return [];
    }
    // Checks the field, the operator, and the values. Reports an error and returns undefined if they are not allowed.
    const items = operator === 'eq' ? value.split('|') : [value];
    const condition = reader.condition({ field, operator, items, parameter });
    return condition === undefined ? [] : [condition];
  });

const sources = createMemorySources(api, {
  products: [
    { id: '1', price: 12, name: 'Cup', maker: '1', parts: [] },
    { id: '2', price: 5, name: 'Tea', maker: null, parts: [] },
  ],
  makers: [{ id: '1', name: 'Acme', revenue: 7 }],
});
export const server = createServer(api, sources, { filterLanguage: language });
// #endregion

// #region groups
/** Whether a record matches a condition: `equals` compares the value of one field. */
export function matches(
  condition: FilterCondition,
  equals: (field: string, values: readonly unknown[]) => boolean,
): boolean {
  const parts = conditionParts(condition);
  if (parts.kind === 'and') return parts.conditions.every((it) => matches(it, equals));
  if (parts.kind === 'or') return parts.conditions.some((it) => matches(it, equals));
  if (parts.kind === 'not') return !parts.conditions.some((it) => matches(it, equals));
  const { field, operator, values } = parts.term;
  if (operator === 'eq') return equals(field, values);
  if (operator === 'ne') return !equals(field, values);
  throw new TypeError(`The operator "${operator}" is not in \`appliesFilters.operators\`.`);
}
// #endregion
