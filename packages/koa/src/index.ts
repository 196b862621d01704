export { type JsonApiErrorsOptions, jsonApiErrors } from './json-api-errors.ts';
export type { KoaHost } from './koa-host.ts';
export { type JsonApiMiddlewareOptions, jsonApiMiddleware } from './json-api-middleware.ts';
