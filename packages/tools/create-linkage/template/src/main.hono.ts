import { serve } from '@hono/node-server';
import { toFetchHandler } from '@linkage/fetch';
import { Hono } from 'hono';
import { address, announce, server } from './start.ts';

const handle = toFetchHandler(server, { prefix: '/api' });
const app = new Hono();
app.all('/api/*', (context) => handle(context.req.raw));
serve({ fetch: app.fetch, port: address.port, hostname: address.host }, announce);
