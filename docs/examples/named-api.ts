import { defineApi, serialize, toOne } from '@linkage/core';
import { createMemorySources, createServer, type Server, type Sources } from '@linkage/server';
import { z } from 'zod';

// #region name
const declared = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
type Declared = typeof declared;

/** The name that declarations and compiler errors print, in place of all resource types. */
export interface Blog extends Declared {}
export const api: Blog = declared;
// #endregion

// #region use
export const sources: Sources<Blog> = createMemorySources(api, {
  articles: [{ id: '1', title: 'Hello', author: '9' }],
  people: [{ id: '9', name: 'Dan' }],
});
export const server: Server = createServer(api, sources);
// #endregion

export const text: string = serialize(api, 'people', { id: '9', name: 'Dan' });
