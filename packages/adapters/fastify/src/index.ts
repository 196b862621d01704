export { type JsonApiErrorHandlerOptions, jsonApiErrorHandler } from './error-handler.ts';
export type { FastifyFramework } from './fastify-framework.ts';
export { type JsonApiPluginOptions, jsonApiPlugin } from './json-api-plugin.ts';
export { jsonApiFrameworkErrors, jsonApiNotFound } from './unrouted.ts';
