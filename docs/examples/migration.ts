import { defineApi, deserialize, JsonApiError, serialize, toOne } from '@linkage/core';
import { z } from 'zod';

const article = { id: 1, title: 'Hello', author: { id: 9, name: 'Dan' } };

// #region serialize
const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});

export const text = serialize(api, 'articles', article, {
  include: ['author'],
  baseUrl: 'https://example.com/api',
});
// #endregion

// #region deserialize
export const { data } = deserialize(JSON.parse(text), { api, type: 'articles', include: ['author'] });
// { type: 'articles', id: '1', title: 'Hello', author: { type: 'people', id: '9', name: 'Dan' } }
// #endregion

// #region errors
export const error = new JsonApiError({ status: '402', code: 'PAYMENT_REQUIRED', title: 'Payment required' });
export const errorDocument = JSON.stringify({ errors: error.errors });
// #endregion
