import { attribute, defineApi, parseCreate, parseQuery, serialize, toOne, validateDocument } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string().min(1), { sort: true, filter: true }) },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() } },
});

// Out: records are your own objects. Undeclared members never appear.
const record = { id: 1, title: 'Hello', author: { id: 9, name: 'Dan' }, secret: 'stays here' };
export const text = serialize(api, 'articles', [record], { include: ['author'], baseUrl: '/api' });

// In: typed values, or a JsonApiError with every problem and its pointer or parameter.
export const query = parseQuery(api, 'articles', 'include=author&fields[people]=name&sort=-title');
export const input = parseCreate(api, 'articles', '{"data":{"type":"articles","attributes":{"title":"Hello"}}}');

// In tests: { value } or { issues: [{ rule, level, pointer, message, spec, receiver }] }.
export const result = validateDocument(JSON.parse(text), { as: 'response', api });
