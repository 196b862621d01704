import { jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import { createShutdown } from '@linkage/node';
import { createMemorySources, createServer } from '@linkage/server';
import Fastify from 'fastify';
import { api } from './core.ts';

const server = createServer(api, createMemorySources(api, {}), {
  baseUrl: 'https://example.com/api',
  limits: { concurrency: 16, queue: 16, loopDelay: 6 }, // of all requests together
});

const options = { server, prefix: '/api' };
const app = Fastify({
  frameworkErrors: jsonApiFrameworkErrors(options),
  logger: { level: 'warn' },
  requestTimeout: 30_000, // a client that sends its body slowly
  connectionTimeout: 60_000, // a client that does not read its response; longer than `limits.requestTime`
  keepAliveTimeout: 65_000, // longer than the idle timeout of the proxy in front
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
});
app.server.maxConnections = 1_000; // each can hold a body in memory
await app.register(jsonApiPlugin, options);
app.get('/health', async () => ({ ok: true }));

// Completes the running requests, slow bodies included, then ends. The same signal again ends the process at once.
const shutdown = createShutdown(app.server, { grace: 10_000 });
const stop = () => void shutdown().then(() => app.close());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);

await app.listen({ port: Number(process.env['PORT'] ?? 3000), host: '0.0.0.0', backlog: 4096 });
