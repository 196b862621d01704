import { jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import Fastify from 'fastify';
import { address, announce, server } from './start.ts';

const mount = { server, prefix: '/api' };
const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(mount) });
await app.register(jsonApiPlugin, mount);
await app.listen(address);
announce();
