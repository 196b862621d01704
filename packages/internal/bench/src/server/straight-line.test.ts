import * as core from '@linkage/core';
import * as server from '@linkage/server';
import { expect, test } from 'vitest';
import { articlesOf, storedArticles } from '../workloads/apis.ts';
import { createArticlesServer, exchanges } from './articles-server.ts';
import { createStraightLine } from './straight-line.ts';

const get = (url: string): server.JsonApiRequest => ({
  method: 'GET',
  url,
  headers: { accept: core.JSON_API_MEDIA_TYPE },
});
const title = encodeURIComponent(storedArticles[3]?.title ?? '');

test.each<[string, server.JsonApiRequest]>([
  ...Object.entries(exchanges).map(([name, { request }]) => [name, request] as [string, server.JsonApiRequest]),
  ['a person', get('/people/3')],
  ['the first of several pages', get('/articles')],
  ['a page in the middle', get('/articles?page[size]=20&page[number]=2&include=author')],
  ['the last page', get('/articles?include=author&page[size]=20&page[number]=3&sort=-title')],
  ['a filter, included resources, and a page', get(`/articles?filter[title]=${title}&include=author&page[size]=5`)],
  ['nothing', get('/articles?filter[title]=x,y&include=author')],
])('%s: the straight line has the bytes and the headers of the server', async (_, request) => {
  const { api, sources } = articlesOf({ core, server });
  const { status, headers, body } = await createArticlesServer().handle(request);
  expect(status).toBeLessThan(300);
  expect(await createStraightLine(api, sources)(request)).toEqual({ status, headers, body });
});
