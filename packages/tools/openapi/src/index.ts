export { openApiFetchOptions } from './fetch-options.ts';
export { openApiDocument } from './openapi-document.ts';
export type { OpenApiInfo, OpenApiOptions } from './openapi-options.ts';
export { type ServedOpenApiOptions, withOpenApi } from './with-openapi.ts';
