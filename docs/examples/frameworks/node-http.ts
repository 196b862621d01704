import { createServer } from 'node:http';
import { type NodeRequest, type NodeResponse, toNodeHandler } from '@linkage/node';
import { cors, currentUser, server, userOf } from './articles.ts';

const handle = toNodeHandler(server, { prefix: '/api' });

/** For `node:http` and `node:http2`: adds CORS and the user. */
export function listener(request: NodeRequest, response: NodeResponse): void {
  const { method, headers } = request;
  response.setHeader('Vary', 'Origin');
  if (headers.origin === cors.origin) {
    response.setHeader('Access-Control-Allow-Origin', cors.origin);
    response.setHeader('Access-Control-Expose-Headers', cors.exposedHeaders.join());
  }
  if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
    response.setHeader('Access-Control-Allow-Methods', cors.methods.join());
    response.setHeader('Access-Control-Allow-Headers', cors.allowedHeaders.join());
    response.statusCode = 204;
    response.end();
  } else currentUser.run(userOf(headers.authorization), () => handle(request, response));
}

export const host = createServer(listener); // host.listen(3000)
