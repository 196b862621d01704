import { toFetchHandler } from '@linkage/fetch';
import { server } from './source.ts';

// #region redirect
const handler = toFetchHandler(server, { prefix: '/api' });

export async function fetchHandler(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (!/^\/api\/.*\/$/.test(url.pathname)) return handler(request);
  url.pathname = url.pathname.slice(0, -1);
  return Response.redirect(url, 308); // keeps the method and the document
}
// #endregion
