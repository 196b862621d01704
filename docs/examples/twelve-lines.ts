import http from 'node:http';
import { defineApi, toOne } from '@linkage/core';
import { toNodeHandler } from '@linkage/node';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  articles: { attributes: { title: z.string().min(1) }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
const articles = [{ id: '1', title: 'Hello', author: '9' }];
const sources = createMemorySources(api, { articles, people: [{ id: '9', name: 'Dan' }] });
http.createServer(toNodeHandler(createServer(api, sources))).listen(3000);
