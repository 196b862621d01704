import { defineCollection } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { createServer } from '../pipeline/create-server.ts';
import { suiteApi } from './suite-api.ts';
import { type CaseOfFeature, expectEqual } from './suite-case.ts';

const definition = { types: ['people', 'tags'], sort: ['name'], filter: ['name'] };
// The type of the API does not know the names of its types and attributes.
const names = defineCollection(suiteApi, 'names', definition as never);
const pagination = { collections: cursorStrategy({ key: 'a key of the source suite, for cursors' }) };
const access = {
  people: { read: () => [{ field: 'name', operator: 'ne', values: ['Bo'] }] },
  tags: { read: () => true },
} as never;

/** Cases about a collection of several types, whose order sources of one database read with one statement. A bar separates pages. */
export const mixedCases: readonly CaseOfFeature[] = (
  [
    ['/names?page[size]=4', undefined, 'people 1,people 2,people 3,tags t3|tags t1,tags t2'],
    ['/names?sort=-name&page[size]=3', undefined, 'tags t2,tags t1,tags t3|people 3,people 2,people 1'],
    ['/names?filter[name]=Cy,sea&page[size]=1', undefined, 'people 3|tags t1'],
    ['/names?page[size]=3', access, 'people 1,people 3,tags t3|tags t1,tags t2'],
    ['/names?sort=-name&page[size]=4', access, 'tags t2,tags t1,tags t3,people 3|people 1'],
  ] as const
).map(([url, rules, expected]) => ({
  feature: 'collections',
  name: `the pages of ${url}${rules === undefined ? '' : ' under rules'}`,
  run: async ({ sources }) => {
    const options = { collections: [names], pagination, access: rules };
    const server = createServer(suiteApi, { shelves: {}, ...sources }, options);
    const pages: string[] = [];
    for (let at: string | null = url; at !== null && pages.length < 7; ) {
      const { status, body } = await server.handle({ method: 'GET', url: at, headers: {} });
      const { data, links, ...others } = JSON.parse(body ?? '{}');
      expectEqual([status, others.errors], [200, undefined], `GET ${at}`);
      pages.push(data.map((it: { readonly type: string; readonly id: string }) => `${it.type} ${it.id}`).join());
      at = links.next;
    }
    expectEqual(pages.join('|'), expected, `the pages of ${url}`);
  },
}));
