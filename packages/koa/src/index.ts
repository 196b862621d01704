export { type JsonApiErrorsOptions, jsonApiErrors } from './json-api-errors.ts';
export { type JsonApiMiddlewareOptions, jsonApiMiddleware } from './json-api-middleware.ts';
