import { jsonApiMiddleware } from '@linkage/koa';
import Koa from 'koa';
import { server } from './source.ts';

export const koa = new Koa();
koa.use(jsonApiMiddleware(server, { prefix: '/api' }));
