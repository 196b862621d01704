import { jsonApiErrors, jsonApiMiddleware } from '@linkage/koa';
import Koa from 'koa';
import { server } from './source.ts';

export const koa = new Koa();
koa.use(jsonApiErrors(server, { prefix: '/api' })); // errors of your middleware become error documents
koa.use(jsonApiMiddleware(server, { prefix: '/api' }));
