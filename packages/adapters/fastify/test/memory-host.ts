/** Runs in a child process, see `expectBoundedBodies`. */
import Fastify from 'fastify';
import { createNotes, reportMemory } from '../../../server/test/memory-host.ts';
import { jsonApiPlugin } from '../src/index.ts';

const fastify = Fastify();
await fastify.register(jsonApiPlugin, { server: createNotes(), prefix: '/api' });
await fastify.listen({ port: 0, host: '127.0.0.1' });
reportMemory(fastify.server);
