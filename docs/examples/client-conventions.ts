import { attribute, defineApi, type FilterLanguage, toOne } from '@linkage/core';
import { createMemorySources, createServer, offsetStrategy } from '@linkage/server';
import { z } from 'zod';

const on = { filter: true, sort: true } as const;
const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), on), words: attribute(z.number(), on) },
    relationships: { author: toOne('people', on) },
  },
  people: { attributes: { name: attribute(z.string(), on) } },
});
const sources = createMemorySources(api, {
  articles: [
    { id: '1', title: 'Hello', words: 10, author: '9' },
    { id: '2', title: 'Again', words: 20, author: '9' },
    { id: '3', title: 'Yellow', words: 30, author: '8' },
  ],
  people: [
    { id: '8', name: 'Ada' },
    { id: '9', name: 'Dan' },
  ],
});

// #region plain
/** `page[number]`, `page[size]`, and `meta.page.total`: the conventions without options, and a total on every page. */
export const plain = createServer(api, sources, { pagination: { total: 'always' } });
// #endregion

// #region offset
/** `page[offset]`, `page[limit]`, and `meta.count`. */
export const offset = createServer(api, sources, {
  pagination: { strategy: offsetStrategy, total: 'always', totalName: 'count' },
});
// #endregion

// #region lists
/** Reads `filter[id][]=1&filter[id][]=2` as one condition with two values. */
const lists: FilterLanguage = (parameters, reader) => {
  const fields = new Map(parameters.map(({ parameter, brackets: [field = ''] }) => [parameter, field]));
  const items = new Map(parameters.map(({ parameter }) => [parameter, [] as string[]]));
  for (const { parameter, value } of parameters) items.get(parameter)?.push(value);
  return [...fields].flatMap(
    ([parameter, field]) => reader.condition({ field, items: items.get(parameter) ?? [], parameter }) ?? [],
  );
};
/** `filter[id][]=1`, and `meta.total`. */
export const brackets = createServer(api, sources, {
  filterLanguage: lists,
  pagination: { total: 'always', totalName: 'total' },
});
// #endregion

// #region graphiti
const operators = new Map([
  ['not_eq', 'ne'],
  ['gte', 'ge'],
  ['lte', 'le'],
  ['prefix', 'startsWith'],
  ['suffix', 'endsWith'],
  ['match', 'contains'],
]);
const graphitiFilters: FilterLanguage = (parameters, reader) =>
  parameters.flatMap(({ parameter, brackets: [field = '', name = 'eq'], value }) => {
    const operator = operators.get(name) ?? name;
    const items = operator === 'eq' || operator === 'ne' ? reader.splitList(value) : [value];
    return reader.condition({ field, operator, items, parameter }) ?? [];
  });
/** `filter[words][gte]=20`, and `meta.stats.total`. */
export const graphiti = createServer(api, sources, {
  filterLanguage: graphitiFilters,
  pagination: { total: 'always', totalName: 'stats.total' },
});
// #endregion

// #region spatie
/** `filter[title]=ell,gai` finds strings that contain one of the parts; `filter[id]=1,2` finds ids. */
const partial: FilterLanguage = (parameters, reader) =>
  parameters.flatMap(({ parameter, brackets: [field = ''], value }) => {
    if (field === 'id') return reader.condition({ field, items: reader.splitList(value), parameter }) ?? [];
    const parts = value
      .split(',')
      .flatMap((item) => reader.condition({ field, operator: 'iContains', items: [item], parameter }) ?? []);
    return parts.length === 0 ? [] : { or: parts };
  });
export const spatie = createServer(api, sources, {
  filterLanguage: partial,
  pagination: { total: 'always', totalName: 'total' },
});
// #endregion
