export { type JsonApiMiddlewareOptions, jsonApiMiddleware } from './json-api-middleware.ts';
