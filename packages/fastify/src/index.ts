export { type JsonApiErrorHandlerOptions, jsonApiErrorHandler } from './error-handler.ts';
export { type JsonApiPluginOptions, jsonApiPlugin } from './json-api-plugin.ts';
export { jsonApiFrameworkErrors, jsonApiNotFound } from './unrouted.ts';
