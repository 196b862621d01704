import cors from '@fastify/cors';
import { jsonApiErrorHandler, jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import Fastify from 'fastify';
import { currentUser, cors as options, server, userOf } from './articles.ts';

const mount = { server, prefix: '/api' };
export const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(mount), logger: { level: 'warn' } });
app.setErrorHandler(jsonApiErrorHandler(mount));
await app.register(cors, { ...options, origin: [options.origin] });
app.addHook('onRequest', (request, _reply, done) => {
  currentUser.run(userOf(request.headers.authorization), done);
});
await app.register(jsonApiPlugin, mount); // app.listen({ port: 3000 })
