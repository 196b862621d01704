import { defineApi, toMany, toOne, validateDocument } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  articles: { attributes: { title: z.string().min(1) }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
});
const sources = createMemorySources(api, {
  articles: [{ id: 1, title: 'Hello', author: 9 }],
  people: [{ id: 9, name: 'Dan', articles: [1] }],
});
export const handler = toFetchHandler(createServer(api, sources)); // (request: Request) => Promise<Response>
export const checked = validateDocument({ data: { id: '1' } }); // { issues: [{ rule, pointer, message, spec, … }] }
