export { type JsonApiPluginOptions, jsonApiPlugin } from './json-api-plugin.ts';
