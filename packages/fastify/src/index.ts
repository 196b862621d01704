export { type JsonApiErrorHandlerOptions, jsonApiErrorHandler } from './error-handler.ts';
export type { FastifyHost } from './fastify-host.ts';
export { type JsonApiPluginOptions, jsonApiPlugin } from './json-api-plugin.ts';
export { jsonApiFrameworkErrors, jsonApiNotFound } from './unrouted.ts';
