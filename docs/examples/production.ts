import { jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import Fastify from 'fastify';
import { server } from './source.ts';

const options = { server, prefix: '/api' };
const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(options), logger: { level: 'warn' } });
await app.register(jsonApiPlugin, options);
app.get('/health', async () => ({ ok: true }));

// Finishes the running requests, then ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.close());

await app.listen({ port: Number(process.env['PORT'] ?? 3000), host: '0.0.0.0' });
