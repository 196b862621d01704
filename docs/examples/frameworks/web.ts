/** CORS and the user, for platforms that call a function from `Request` to `Response`. */
import { toFetchHandler } from '@linkage/fetch';
import { cors, currentUser, server, userOf } from './articles.ts';

export type Handler = (request: Request) => Promise<Response>;

function addCors(origin: string | null, { headers }: Response): void {
  headers.append('Vary', 'Origin');
  if (origin !== cors.origin) return;
  headers.set('Access-Control-Allow-Origin', cors.origin);
  headers.set('Access-Control-Allow-Methods', cors.methods.join());
  headers.set('Access-Control-Allow-Headers', cors.allowedHeaders.join());
  headers.set('Access-Control-Expose-Headers', cors.exposedHeaders.join());
}

/** Adds CORS and the user to a handler. */
export function forBrowsers(handle: Handler): Handler {
  return async (request) => {
    const { method, headers } = request;
    // Preflight requests do not contain credentials: they do not reach the access rules of the API.
    const isPreflight = method === 'OPTIONS' && headers.has('Access-Control-Request-Method');
    const user = userOf(headers.get('Authorization'));
    const response = isPreflight
      ? new Response(null, { status: 204 })
      : await currentUser.run(user, () => handle(request));
    addCors(headers.get('Origin'), response);
    return response;
  };
}

export const respond: Handler = forBrowsers(toFetchHandler(server, { prefix: '/api' }));
