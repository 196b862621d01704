import { defineApi, deserialize, serialize, toOne } from '@linkage/core';
import { z } from 'zod';
import { articles, baseUrl } from './data.ts';

// #region serialize
const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});

export const text = serialize(api, 'articles', articles, {
  include: ['author'],
  resources: { articles: { links: ({ id }) => ({ self: `${baseUrl}/articles/${id}` }) } },
});
// #endregion

// #region deserialize
export const { data } = deserialize(JSON.parse(text), { api, type: 'articles', include: ['author'] });
// [{ type: 'articles', id: '1', title: 'Hello', author: { type: 'people', id: '9', name: 'Dan' } }, …]
// #endregion
