import { toFetchHandler } from '@linkage/fetch';
import { server } from './source.ts';

const handle = toFetchHandler(server, { prefix: '/api' });
const origins = new Set(['https://app.example.com']);

/** Returns the headers of CORS for an origin that you allow. */
function corsFields(origin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
    'Access-Control-Allow-Headers': 'Content-Type, Authorization, If-Match, If-None-Match, Prefer, Idempotency-Key',
    // Without this, scripts of the page cannot read these fields.
    'Access-Control-Expose-Headers': 'ETag, Location, Retry-After, Preference-Applied, Idempotency-Replayed',
  };
}

export async function handler(request: Request): Promise<Response> {
  const origin = request.headers.get('Origin') ?? '';
  const fields = origins.has(origin) ? corsFields(origin) : {};
  // Preflight requests do not contain credentials, so answer them before the server runs its access rules.
  const isPreflight = request.method === 'OPTIONS' && request.headers.has('Access-Control-Request-Method');
  const response = isPreflight ? new Response(null, { status: 204 }) : await handle(request);
  for (const [name, value] of Object.entries(fields)) response.headers.set(name, value);
  response.headers.append('Vary', 'Origin');
  return response;
}
