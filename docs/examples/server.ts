import { defineApi, toOne } from '@linkage/core';
import { jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import { createMemorySources, createServer } from '@linkage/server';
import Fastify from 'fastify';
import { z } from 'zod';

const api = defineApi({
  articles: { attributes: { title: z.string().min(1) }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
const sources = createMemorySources(api, {
  articles: [{ id: '1', title: 'Hello', author: '9' }],
  people: [{ id: '9', name: 'Dan' }],
});
const server = createServer(api, sources, { baseUrl: '/api' });

const mount = { server, prefix: '/api' };
const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(mount) });
await app.register(jsonApiPlugin, mount);
await app.listen({ port: 3000 });
