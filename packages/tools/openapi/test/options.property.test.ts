import { attribute, defineApi, defineExtension, defineProfile, toMany } from '@linkage/core';
import { atomicOperations, createMemorySources, createServer, offsetStrategy } from '@linkage/server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../src/index.ts';
import {
  createDocumentCheck,
  type OpenApi,
  type Operation,
  operationsOf,
  parametersOf,
  queryNamesOf,
  resolve,
  statusesOf,
} from './document-check.ts';

const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), { filter: true, sort: true }) },
    relationships: { tags: toMany('tags') },
  },
  tags: { attributes: { name: z.string() } },
});
const extension = defineExtension({ uri: 'https://example.com/v', namespace: 'v', parameters: ['scope'] });
const profile = defineProfile({ uri: 'https://example.com/p', parameters: ['hideIt'] });

const choice = fc.record({
  baseUrl: fc.constantFrom('', '/api', 'https://example.com/api/v1'),
  extension: fc.constantFrom(undefined, 'everywhere' as const, 'collections' as const),
  concurrency: fc.constantFrom(10, Number.POSITIVE_INFINITY),
  endpointStatuses: fc.constantFrom([200], [204, 418], [200, 402, 429, 503]),
  operations: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
  applied: fc.constantFrom('always' as const, 'on request' as const, undefined),
  maximum: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constant(Number.POSITIVE_INFINITY)),
  hasUrlLimit: fc.boolean(),
  hasTimeLimit: fc.boolean(),
  isOffset: fc.boolean(),
  total: fc.constantFrom('never' as const, 'on-request' as const, 'always' as const),
  mustMatch: fc.boolean(),
});

const appliesTo = {
  everywhere: 'everywhere',
  collections: ({ name }: { readonly name: string }) => name === 'fetch-collection',
} as const;

/** Checks every operation: its names, and that each response with an error has an error document, and each other has none. */
function checkOperations(document: Readonly<Record<string, unknown>>): void {
  const { paths, components } = document as unknown as OpenApi;
  const ids = new Set<string>();
  for (const { method, operation } of operationsOf({ paths, components })) {
    const { operationId, responses } = operation;
    const { summary } = operation as unknown as { readonly summary: string };
    expect([ids.has(operationId), summary]).toEqual([false, expect.stringMatching(/^[A-Z].*\S$/)]);
    ids.add(operationId);
    for (const [status, response] of Object.entries(responses)) {
      const text = JSON.stringify(response.$ref === undefined ? response : resolve(document, response.$ref));
      const isError = status === 'default';
      if (method !== 'head') expect([status, text.includes('schemas/ErrorDocument')]).toEqual([status, isError]);
      if (isError) expect(text).not.toContain('succeeded');
    }
  }
}

test('each option of a server changes its document as described', async () => {
  await fc.assert(
    fc.asyncProperty(choice, async (it) => {
      const server = createServer(api, createMemorySources(api, {}), {
        baseUrl: it.baseUrl,
        extensions: [
          ...(it.extension === undefined ? [] : [{ extension, appliesTo: appliesTo[it.extension] }]),
          ...(it.operations === undefined ? [] : [atomicOperations({ limit: it.operations })]),
        ],
        profiles:
          it.applied === undefined ? [] : [{ profile, applied: it.applied, parameters: { hideIt: z.boolean() } }],
        endpoints: [
          {
            name: 'count-all',
            method: 'GET',
            path: '/count',
            statuses: it.endpointStatuses,
            run: () => ({ status: 204 }),
          },
        ],
        limits: {
          concurrency: it.concurrency,
          ...{ pageSizeMaximum: it.maximum, urlLength: it.hasUrlLimit ? 100 : Number.POSITIVE_INFINITY },
          ...(it.hasTimeLimit ? {} : { requestTime: 0, sourceTime: 0 }),
        },
        pagination: { total: it.total, ...(it.isOffset ? { strategy: offsetStrategy } : {}) },
        requireIfMatch: it.mustMatch ? ['articles'] : [],
      });
      const document = openApiDocument(await server.describe(), { info: { title: 'Test', version: '1' } });
      const { paths, components } = document as unknown as OpenApi;
      createDocumentCheck(document).validatorAt('/components/schemas/ArticleCreate');
      const list = paths['/articles']?.['get'];
      const patch = paths['/articles/{id}']?.['patch'];
      const namesOf = (path: string) => queryNamesOf(document, path, 'get');
      const parameters = new Map(parametersOf(document, '/articles', 'get').map((it) => [it.name, it] as const));
      const has = (operation: Operation | undefined, status: number): boolean =>
        operation !== undefined && statusesOf(document, operation).includes(status);
      expect(document['servers']).toEqual([{ url: it.baseUrl === '' ? '/' : it.baseUrl }]);
      expect(parameters.has('v:scope')).toBe(it.extension !== undefined);
      expect(namesOf('/articles/{id}').includes('v:scope')).toBe(it.extension === 'everywhere');
      expect(has(list, 503)).toBe(it.concurrency === 10);
      checkOperations(document);
      expect(parameters.has('hideIt')).toBe(it.applied !== undefined);
      expect(paths['/operations'] !== undefined).toBe(it.operations !== undefined);
      expect(components['schemas']?.['ArticleAddOperation'] !== undefined).toBe(it.operations !== undefined);
      expect(parameters.get(it.isOffset ? 'page[limit]' : 'page[size]')?.schema.maximum).toBe(
        Number.isFinite(it.maximum) ? it.maximum : undefined,
      );
      expect(parameters.has('page[number]')).toBe(!it.isOffset);
      expect(parameters.has('page[total]')).toBe(it.total !== 'never');
      expect(has(list, 414)).toBe(it.hasUrlLimit);
      expect(has(list, 504)).toBe(it.hasTimeLimit);
      expect(has(patch, 428)).toBe(it.mustMatch);
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 40) },
  );
});
