import { runConformance } from '@linkage/conformance';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { isLong } from '../../../core/test/runs.ts';
import { blog, blogSamples, records } from '../../conformance/test/blog-target.ts';
import { openApiDocument } from '../src/index.ts';
import { createDocumentCheck, type Exchange } from './document-check.ts';

const info = { title: 'Blog', version: '1' };

test('every answer to the conformance tests are as described', async () => {
  const server = createServer(blog, createMemorySources(blog, records), { baseUrl: '/api' });
  const check = createDocumentCheck(openApiDocument(await server.describe(), { info }));
  const handler = toFetchHandler(server, { prefix: '/api' });
  const problems: unknown[] = [];
  let count = 0;
  const handle = async (request: Request): Promise<Response> => {
    const { method, url } = request;
    const response = await handler(request);
    const exchange: Exchange = {
      ...{ method, url: url.replace(/^https?:\/\/[^/]+\/api/, ''), status: response.status },
      contentType: response.headers.get('content-type') ?? undefined,
      body: await response.clone().text(),
    };
    count++;
    const problem = check.problemOf(exchange);
    if (problem !== undefined) problems.push([method, exchange.url, response.status, problem]);
    return response;
  };
  await runConformance({ handle, baseUrl: 'http://localhost/api' }, blogSamples, isLong ? {} : { most: 1500 });
  expect(problems).toEqual([]);
  expect(count).toBeGreaterThan(500);
});
