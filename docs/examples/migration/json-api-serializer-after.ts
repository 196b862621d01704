import { defineApi, deserialize, serialize, string, toOne } from '@linkage/core';
import { articles, baseUrl } from './data.ts';

// #region serialize
const api = defineApi({
  articles: { attributes: { title: string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: string() } },
});

export const text: string = serialize(api, 'articles', articles, {
  include: ['author'],
  jsonapi: { version: '1.1' },
  resources: { articles: { links: ({ id }) => ({ self: `${baseUrl}/articles/${id}` }) } },
});
// #endregion

// #region deserialize
export const { data } = deserialize(JSON.parse(text), { api, type: 'articles', include: ['author'] });
// [{ type: 'articles', id: '1', title: 'Hello', author: { type: 'people', id: '9', name: 'Dan' } }, …]
// #endregion
