import { buildDocument, defineApi, parseCreate, toMany, toOne, validateDocument } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { blog } from '../../test/blog-target.ts';
import { createDocuments, seedRecords } from '../fast-check.ts';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 100);
const api = defineApi({
  events: {
    attributes: {
      title: z.string().min(1).max(5),
      at: z.iso.datetime(),
      day: z.iso.date().optional(),
      mail: z.email(),
      count: z.int().min(3).max(7),
      ratio: z.number().gt(0).lt(1),
      kind: z.enum(['a', 'b']),
      tags: z.array(z.string().regex(/^[a-z]{3}$/)).max(2),
      place: z.object({ lat: z.number(), name: z.string().nullable() }).nullable(),
      either: z.union([z.boolean(), z.literal('x')]),
      id2: z.uuid(),
    },
    relationships: { host: toOne('people'), guests: toMany(['people', 'events']) },
  },
  people: { attributes: { name: z.string() } },
});
const documents = createDocuments(api);

test.each(['document', 'collection'] as const)('each %s obeys every rule, its API included', (name) => {
  fc.assert(
    fc.property(documents[name]('events'), (document) => {
      expect(validateDocument(document, { as: 'response', api }).issues ?? []).toEqual([]);
    }),
    { numRuns },
  );
});

test('create documents are read by parseCreate, and records by buildDocument', () => {
  fc.assert(
    fc.property(documents.create('events'), documents.record('events'), (document, record) => {
      expect(parseCreate(api, 'events', document).attributes.count).toBeGreaterThanOrEqual(3);
      expect(validateDocument(buildDocument(api, 'events', record as never), { api }).issues ?? []).toEqual([]);
    }),
    { numRuns },
  );
});

test('a mock server is one line, and the same seed makes the same records', async () => {
  const handle = toFetchHandler(
    createServer(blog, createMemorySources(blog, seedRecords(blog, { count: 4 })), { baseUrl: '/api' }),
    { prefix: '/api' },
  );
  const answer = await handle(new Request('http://localhost/api/articles?include=author,comments'));
  const document = await answer.json();
  expect(document.data.map(({ id }: { readonly id: string }) => id)).toEqual(['1', '2', '3', '4']);
  expect(validateDocument(document, { as: 'response', api: blog }).issues ?? []).toEqual([]);
  expect(seedRecords(blog, { count: 4 })).toEqual(seedRecords(blog, { count: 4 }));
  expect(seedRecords(blog, { seed: 2 })).not.toEqual(seedRecords(blog));
});

test('a schema without JSON Schema needs an arbitrary', () => {
  const bare = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const;
  const own = defineApi({ notes: { attributes: { text: bare } } });
  expect(() => createDocuments(own)).toThrow('notes.text: the schema has no JSON Schema');
  const [note] = fc.sample(
    createDocuments(own, { attributes: { 'notes.text': fc.constant('x') } }).resource('notes'),
    1,
  );
  expect(note).toMatchObject({ type: 'notes' });
  expect(() => createDocuments(own, { max: 1 } as never)).toThrow(TypeError);
});
