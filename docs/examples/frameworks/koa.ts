import cors from '@koa/cors';
import { jsonApiErrors, jsonApiMiddleware } from '@linkage/koa';
import Koa from 'koa';
import { currentUser, cors as options, server, userOf } from './articles.ts';

export const app = new Koa();
app.use(jsonApiErrors(server, { prefix: '/api' }));
app.use(
  cors({
    origin: ({ headers }) => (headers.origin === options.origin ? options.origin : ''),
    allowMethods: options.methods,
    allowHeaders: options.allowedHeaders,
    exposeHeaders: options.exposedHeaders,
  }),
);
app.use((ctx, next) => currentUser.run(userOf(ctx.headers.authorization), next));
app.use(jsonApiMiddleware(server, { prefix: '/api' })); // app.listen(3000)
