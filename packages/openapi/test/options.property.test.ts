import { attribute, defineApi, defineExtension, defineProfile, toMany } from '@linkage/core';
import { atomicOperations, createMemorySources, createServer, offsetStrategy } from '@linkage/server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../src/index.ts';
import { createDocumentCheck, type OpenApi, resolve } from './document-check.ts';

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
  hasExtension: fc.boolean(),
  operations: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
  applied: fc.constantFrom('always' as const, 'on request' as const, undefined),
  maximum: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constant(Number.POSITIVE_INFINITY)),
  hasUrlLimit: fc.boolean(),
  hasTimeLimit: fc.boolean(),
  isOffset: fc.boolean(),
  total: fc.constantFrom('never' as const, 'on-request' as const, 'always' as const),
  mustMatch: fc.boolean(),
});

test('each option of a server changes its document as described', async () => {
  await fc.assert(
    fc.asyncProperty(choice, async (it) => {
      const server = createServer(api, createMemorySources(api, {}), {
        baseUrl: it.baseUrl,
        extensions: [
          ...(it.hasExtension ? [{ extension }] : []),
          ...(it.operations === undefined ? [] : [atomicOperations({ limit: it.operations })]),
        ],
        profiles:
          it.applied === undefined ? [] : [{ profile, applied: it.applied, parameters: { hideIt: z.boolean() } }],
        limits: {
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
      const parameters = new Map(
        (list?.parameters ?? []).map(({ $ref }) => {
          const parameter = resolve(document, $ref) as {
            readonly name: string;
            readonly schema: { readonly maximum?: number };
          };
          return [parameter.name, parameter] as const;
        }),
      );
      expect(document['servers']).toEqual([{ url: it.baseUrl === '' ? '/' : it.baseUrl }]);
      expect(parameters.has('v:scope')).toBe(it.hasExtension);
      expect(parameters.has('hideIt')).toBe(it.applied !== undefined);
      expect(paths['/operations'] !== undefined).toBe(it.operations !== undefined);
      expect(components['schemas']?.['ArticleAddOperation'] !== undefined).toBe(it.operations !== undefined);
      expect(parameters.get(it.isOffset ? 'page[limit]' : 'page[size]')?.schema.maximum).toBe(
        Number.isFinite(it.maximum) ? it.maximum : undefined,
      );
      expect(parameters.has('page[number]')).toBe(!it.isOffset);
      expect(parameters.has('page[total]')).toBe(it.total !== 'never');
      expect(list?.responses['414'] !== undefined).toBe(it.hasUrlLimit);
      expect(list?.responses['504'] !== undefined).toBe(it.hasTimeLimit);
      expect(patch?.responses['428'] !== undefined).toBe(it.mustMatch);
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 40) },
  );
});
