/** The tests over HTTP, through each adapter. */
import type { AddressInfo } from 'node:net';
import { jsonApiFrameworkErrors, jsonApiNotFound, jsonApiPlugin } from '@linkage/fastify';
import { jsonApiMiddleware } from '@linkage/koa';
import Fastify from 'fastify';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { type Report, runConformance } from '../src/index.ts';
import { blogSamples, blogServer } from './blog-target.ts';
import { failuresOf } from './failures.ts';

// Adapters can fail in headers, methods, bodies of DELETE, encoded URLs and HEAD. Memory runs all cases, and
// CONFORMANCE=all runs them here as well.
const only =
  process.env['CONFORMANCE'] === 'all'
    ? undefined
    : ['GEN', 'NEG', 'CRE-05', 'CRE-07', 'RUP-06', 'RUP-13', 'DEL', 'ERR-19', 'REC', 'QRY-10', 'RES-07'];

function expectNoFailure(report: Report): void {
  expect(failuresOf(report)).toEqual([]);
  expect(report.summary.passed).toBeGreaterThan(130);
  expect(report.leftovers).toEqual([]);
}

test('Fastify has 0 failures', async () => {
  const server = blogServer();
  const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors({ server }) });
  await app.register(jsonApiPlugin, { server, prefix: '/api' });
  app.setNotFoundHandler(jsonApiNotFound({ server, prefix: '/api' }));
  const origin = await app.listen({ port: 0 });
  expectNoFailure(await runConformance(`${origin}/api`, blogSamples, { only }));
  await app.close();
});

test.skipIf(!isLong)(`Koa has 0 failures${skippedInShort}`, async () => {
  const app = new Koa().use(jsonApiMiddleware(blogServer(), { prefix: '/api' }));
  const host = app.listen(0);
  const { port } = host.address() as AddressInfo;
  expectNoFailure(await runConformance(`http://localhost:${port}/api`, blogSamples, { only }));
  host.close();
});
