import { createServer } from 'node:http';
import { toNodeHandler } from '@linkage/node';
import { caller, cors, server, userOf } from './articles.ts';

const handle = toNodeHandler(server, { prefix: '/api' });

export const host = createServer((request, response) => {
  response.setHeader('Vary', 'Origin');
  if (request.headers.origin === cors.origin) {
    response.setHeader('Access-Control-Allow-Origin', cors.origin);
    response.setHeader('Access-Control-Expose-Headers', cors.exposedHeaders.join());
  }
  if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
    response.setHeader('Access-Control-Allow-Methods', cors.methods.join());
    response.setHeader('Access-Control-Allow-Headers', cors.allowedHeaders.join());
    response.writeHead(204).end();
  } else caller.run(userOf(request.headers.authorization), () => handle(request, response));
}); // host.listen(3000)
