import { jsonApiErrors, jsonApiMiddleware } from '@linkage/koa';
import Koa from 'koa';
import { address, announce, server } from './start.ts';

const app = new Koa();
app.use(jsonApiErrors(server, { prefix: '/api' }));
app.use(jsonApiMiddleware(server, { prefix: '/api' }));
app.listen(address, announce);
