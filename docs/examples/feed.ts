import { createClient } from '@linkage/client';
import { attribute, defineApi, defineCollection, toOne } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

const text = z.string();
const key = 'a key of at least thirty-two bytes';
const ada = { type: 'people', id: '9' } as const;

// #region feed
const createdAt = attribute(z.iso.datetime(), { sort: true, filter: true });

const api = defineApi({
  articles: { attributes: { title: text, createdAt }, relationships: { author: toOne('people') } },
  comments: { attributes: { body: text, createdAt }, relationships: { author: toOne('people') } },
  people: { attributes: { name: text } },
});

/** `GET /feed`: articles and comments, the newest first. */
export const feed = defineCollection(api, 'feed', {
  types: ['articles', 'comments'],
  sort: ['-createdAt'],
  filter: ['createdAt'],
});

// #endregion
const sources = createMemorySources(api, {
  articles: [
    { id: '1', title: 'Trees', createdAt: '2026-05-01T08:00:00Z', author: ada },
    { id: '2', title: 'Leaves', createdAt: '2026-05-03T08:00:00Z', author: ada },
  ],
  comments: [{ id: '1', body: 'Which trees?', createdAt: '2026-05-02T08:00:00Z', author: ada }],
  people: [{ id: '9', name: 'Ada' }],
});
// #region server
export const server = createServer(api, sources, {
  collections: [feed],
  pagination: { collections: cursorStrategy({ key }) },
});
// #endregion
const client = createClient<typeof api>({ baseUrl: 'http://localhost', fetch: toFetchHandler(server) });

// #region client
/** Returns a line for each resource of the feed, of all pages. */
export async function headlines() {
  const lines: string[] = [];
  const page = await client.collection(feed, { include: ['author'], page: { size: 2 } });
  for await (const item of page) {
    const text = item.type === 'articles' ? item.title : item.body;
    lines.push(`${item.author?.name}: ${text}`);
  }
  return lines;
}
// #endregion
