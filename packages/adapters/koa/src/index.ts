export { type JsonApiErrorsOptions, jsonApiErrors } from './json-api-errors.ts';
export type { KoaFramework } from './koa-framework.ts';
export { type JsonApiMiddlewareOptions, jsonApiMiddleware } from './json-api-middleware.ts';
