import { jsonApiErrorHandler, jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import Fastify from 'fastify';
import { server } from './source.ts';

const mount = { server, prefix: '/api' };
export const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(mount) });
app.setErrorHandler(jsonApiErrorHandler(mount)); // errors of your hooks become error documents
await app.register(jsonApiPlugin, mount); // app.listen({ port: 3000 })
