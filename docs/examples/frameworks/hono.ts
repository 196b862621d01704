import { toFetchHandler } from '@linkage/fetch';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { logger } from 'hono/logger';
import { currentUser, log, cors as options, server, userOf } from './articles.ts';

const handle = toFetchHandler(server, { prefix: '/api' });

export const app = new Hono();
app.use(logger((line) => log.push(line)));
app.use(
  cors({
    origin: options.origin,
    allowMethods: options.methods,
    allowHeaders: options.allowedHeaders,
    exposeHeaders: options.exposedHeaders,
  }),
);
app.use((context, next) => currentUser.run(userOf(context.req.header('Authorization')), next));
app.all('/api/*', (context) => handle(context.req.raw)); // export default app
