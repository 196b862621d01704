import { toFetchHandler } from '@linkage/fetch';
import { openApiDocument, openApiFetchOptions, withOpenApi } from '@linkage/openapi';
import { server } from './source.ts';

const info = { title: 'Blog', version: '1.0.0' };

// #region serve
// GET /api/openapi.json. Set `describedby: '/api/openapi.json'` in `createServer`: every response then links to it.
export const handler = toFetchHandler(withOpenApi(server, { info }), { prefix: '/api' });
// #endregion serve

// #region document
// The document as a value, for a file in your build.
export const document = openApiDocument(await server.describe(), { info, onGap: (gap) => console.warn(gap) });
// #endregion document

// #region client
// For `createClient<paths>` of openapi-fetch: the media type of JSON:API, and the form of lists and objects.
export const clientOptions = { baseUrl: '/api', ...openApiFetchOptions };
// #endregion client
