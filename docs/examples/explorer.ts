import { createServer as createHost } from 'node:http';
import { defineApi } from '@linkage/core';
import { explorerFiles, toExplorerHandler } from '@linkage/explorer';
import { jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import { toFetchHandler } from '@linkage/fetch';
import { toNodeHandler } from '@linkage/node';
import { createMemorySources, createServer } from '@linkage/server';
import Fastify from 'fastify';
import { z } from 'zod';

const api = defineApi({ articles: { attributes: { title: z.string() } } });
const server = createServer(api, createMemorySources(api, { articles: [] }), { baseUrl: '/api', root: true });

// #region fetch
const description = JSON.stringify(await server.describe());
const explore = toExplorerHandler('/explorer', { api: '/api', description: '/description.json', title: 'Blog' });
const handle = toFetchHandler(server, { prefix: '/api' });

export async function respond(request: Request): Promise<Response> {
  const page = explore(request);
  if (page !== undefined) return page;
  if (new URL(request.url).pathname === '/description.json') return new Response(description);
  return handle(request);
}
// #endregion fetch

// #region fastify
const files = explorerFiles('/explorer', { api: '/api', title: 'Blog' });
const mount = { server, prefix: '/api' };
export const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(mount) });
app.get('/explorer*', (request, reply) => {
  const [path = ''] = request.url.split('?');
  const file = files(path);
  return file === undefined ? reply.callNotFound() : reply.code(file.status).headers(file.headers).send(file.body);
});
await app.register(jsonApiPlugin, mount);
// #endregion fastify

// #region node
const find = explorerFiles('/explorer', { api: '/api', title: 'Blog' });
const handleNode = toNodeHandler(server, { prefix: '/api' });

export const host = createHost((request, response) => {
  const [path = ''] = (request.url ?? '').split('?'); // `new URL` throws for the path `//`
  const file = find(path);
  if (file !== undefined) response.writeHead(file.status, file.headers).end(file.body);
  else handleNode(request, response);
});
// #endregion node
