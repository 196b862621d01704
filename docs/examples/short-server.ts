import http from 'node:http';
import { defineApi, toOne } from '@linkage/core';
import { toNodeHandler } from '@linkage/node';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

const declared = defineApi({
  articles: { attributes: { title: z.string().min(1) }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
type Declared = typeof declared;
interface Blog extends Declared {}
const api: Blog = declared;

const records = { articles: [{ id: '1', title: 'Hello', author: '9' }], people: [{ id: '9', name: 'Dan' }] };
http.createServer(toNodeHandler(createServer(api, createMemorySources(api, records)))).listen(3000);
