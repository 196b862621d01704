import { attribute, defineApi, type FilterLanguage, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

// #region declare
export const api = defineApi({
  products: {
    attributes: {
      price: attribute(z.number().nullable(), { filter: true }), // every operator that numbers support
      name: attribute(z.string(), { filter: ['eq', 'iContains'] }), // these operators
      cost: z.number().default(0), // no filter
    },
    relationships: {
      maker: toOne('makers', { filter: ['id', 'name'] }), // by the id, and by `maker.name`
    },
  },
  makers: { attributes: { name: attribute(z.string(), { filter: true }) } },
});
// #endregion

const sources = createMemorySources(api, {
  products: [
    { id: '1', price: 12, name: 'Cup', maker: '1' },
    { id: '2', price: 5, name: 'Tea', maker: '2' },
    { id: '3', price: null, name: 'Gift', maker: null },
  ],
  makers: [
    { id: '1', name: 'Acme' },
    { id: '2', name: 'Bo' },
  ],
});
export const server = createServer(api, sources);

// #region requests
/** Each parameter, and the ids of the products that match. */
export const requests: readonly (readonly [filter: string, ids: string])[] = [
  ['filter[price][ge]=5', '1,2'],
  ['filter[price][between]=6,20', '1'],
  ['filter[name][iContains]=CU', '1'],
  ['filter[price]=null', '3'],
  ['filter[price][ne]=null', '1,2'],
  ['filter[id]=1,3', '1,3'],
  ['filter[maker]=1', '1'],
  ['filter[maker.name]=Bo', '2'],
  ["filter=or(eq(price,null),and(gt(price,10),not(eq(name,'Tea'))))", '1,3'],
];
// #endregion

// #region language
/** `filter[price][gte]=10`: operators under the names that your clients know. */
const names = new Map([
  ['gte', 'ge'],
  ['lte', 'le'],
  ['like', 'iContains'],
]);
const language: FilterLanguage = (parameters, reader) =>
  parameters.flatMap(({ parameter, brackets: [field = '', name = 'eq'], value }) => {
    const operator = names.get(name) ?? name;
    const items = operator === 'eq' ? reader.splitList(value) : [value];
    return reader.condition({ field, operator, items, parameter }) ?? [];
  });
export const translated = createServer(api, sources, { filterLanguage: language });
// #endregion
