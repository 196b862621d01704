import { jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import Fastify from 'fastify';
import { server } from './source.ts';

export const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors({ server, prefix: '/api' }) });
await app.register(jsonApiPlugin, { server, prefix: '/api' }); // app.listen({ port: 3000 })
