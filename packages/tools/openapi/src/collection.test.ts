import { attribute, defineApi, defineCollection, toOne } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { createMemorySources, createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './index.ts';

const at = attribute(z.iso.datetime(), { sort: true, filter: ['eq', 'ge'] });
const api = defineApi({
  articles: { attributes: { at }, relationships: { author: toOne('people') } },
  comments: { attributes: { at } },
  people: { attributes: { name: z.string() } },
});
const feed = defineCollection(api, 'feed', { types: ['articles', 'comments'], sort: ['-at'], filter: ['at'] });

test('a collection of several types has a path, its parameters, and resources of each type', async () => {
  const server = createServer(api, createMemorySources(api), {
    collections: [feed],
    pagination: { collections: cursorStrategy({ key: 'x'.repeat(32) }) },
  });
  // biome-ignore lint/suspicious/noExplicitAny: a document of any form
  const { paths, components }: any = openApiDocument(await server.describe(), {
    info: { title: 'Blog', version: '1' },
  });
  const { get } = paths['/feed'];
  expect([get.operationId, get.summary]).toEqual(['fetchFeed', 'Fetch resources of the collection "feed"']);
  const parameters = [...(paths['/feed'].parameters ?? []), ...(get.parameters ?? [])].map(
    ({ $ref }: { readonly $ref: string }) => components.parameters[$ref.split('/').at(-1) as string],
  );
  const named = new Map(parameters.filter((it) => it.in === 'query').map((it) => [it.name, it.schema]));
  expect([...named.keys()]).toEqual([
    ...['include', 'fields[articles]', 'fields[comments]', 'fields', 'sort'],
    ...['page[size]', 'page[after]', 'page[before]', 'page[total]', 'filter'],
  ]);
  expect(named.get('sort').enum).toEqual(['at', '-at']);
  expect(Object.keys(named.get('filter').properties)).toEqual([
    ...['filter', 'filter[id]', 'filter[id][ne]', 'filter[at]', 'filter[at][ge]'],
  ]);
  const { data } = components.schemas.FeedCollection.allOf.at(-1).properties;
  expect(data.items.oneOf.map((it: { readonly $ref: string }) => it.$ref)).toEqual([
    '#/components/schemas/Article',
    '#/components/schemas/Comment',
  ]);
});
