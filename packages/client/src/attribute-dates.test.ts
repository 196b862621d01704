/** Dates of codecs: in answers, in what is written, in filters, and in a cache. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { atomicOperations, createMemorySources, createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { atomicRequests, attributeDates, createClient, saveAnswer } from './index.ts';

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const day = z.codec(z.iso.date(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString().slice(0, 10),
});
const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      publishedAt: attribute(instant, { encode: (value) => z.encode(instant, value), filter: true }),
      due: attribute(day.nullable(), { encode: (value) => z.encode(day, value) }),
      updatedAt: z.iso.datetime(),
      checked: z.string().refine(async () => true),
    },
    relationships: { author: toOne('people') },
  },
  people: {
    attributes: { born: attribute(day, { encode: (value) => z.encode(day, value) }) },
    relationships: { articles: toMany('articles') },
  },
});
const first = new Date('2026-01-02T03:04:05.000Z');
const born = new Date('1990-05-06');
const row = { title: 'T', publishedAt: first, due: null, updatedAt: '2026-01-01T00:00:00Z', checked: 'C' };
const sources = createMemorySources(api, {
  articles: [1, 2].map((id) => ({ ...row, id, author: '9' })),
  people: [{ id: '9', born, articles: ['1', '2'] }],
});
const server = createServer(api, sources, { baseUrl: '/api', extensions: [atomicOperations()] });
const bodies: string[] = [];
const client = createClient<typeof api>({
  baseUrl: 'http://localhost/api',
  dates: attributeDates(api),
  atomic: atomicRequests(),
  fetch: async (request) => {
    bodies.push(await request.clone().text());
    return toFetchHandler(server, { prefix: '/api' })(request);
  },
});
const input = { title: 'New', publishedAt: first, due: born, updatedAt: row.updatedAt, checked: 'C' };

test('answers contain dates, also of included resources and of further pages, and documents contain strings', async () => {
  const page = await client.list('articles', { include: ['author'], page: { size: 1 } });
  const [{ publishedAt, due, updatedAt, author } = {}] = page.data;
  expect([publishedAt, due, updatedAt, author?.born]).toEqual([first, null, row.updatedAt, born]);
  expect((await page.next())?.data[0]?.publishedAt).toEqual(first);
  expect(JSON.parse(JSON.stringify(page.document)).data[0].attributes.publishedAt).toBe(first.toISOString());
});

test('writes contain the strings of `encode`, and return dates', async () => {
  const { data } = await client.create('articles', { attributes: input });
  expect(JSON.parse(bodies.at(-1) ?? '').data.attributes).toMatchObject({ due: '1990-05-06' });
  expect([data.publishedAt, data.due]).toEqual([first, born]);
  const { data: updated } = await client.update('articles', data.id, { attributes: { due: first } });
  expect(updated?.due).toEqual(new Date('2026-01-02'));
  const [made] = await client.atomic((transaction) => [transaction.add('articles', { attributes: input })]);
  expect(JSON.parse(bodies.at(-1) ?? '')['atomic:operations'][0].data.attributes.due).toBe('1990-05-06');
  expect([made.publishedAt, made.due]).toEqual([first, born]);
});

test('filters take dates', async () => {
  const filter = [{ field: 'publishedAt', operator: 'gt', values: [new Date('2026-01-01')] }] as const;
  expect((await client.list('articles', { filter })).data.length).toBeGreaterThan(1);
});

test('an answer that was saved is plain data, and a restored one contains dates', async () => {
  const saved = saveAnswer(await client.get('articles', '1'));
  expect(JSON.parse(JSON.stringify(saved))).toEqual(saved);
  const { publishedAt } = client.restore(saved).data;
  expect(publishedAt).toEqual(first);
  // The same object for the same data: caches keep rows that did not change.
  expect(client.restore(saved).data.publishedAt).toBe(publishedAt);
});

test('a text that the schema rejects stays a text', async () => {
  const strange = createClient<typeof api>({
    baseUrl: 'http://localhost/api',
    dates: attributeDates(api),
    fetch: async () => {
      const data = { type: 'articles', id: '1', attributes: { publishedAt: 'yesterday', unknown: '2026-01-01' } };
      const headers = { 'Content-Type': 'application/vnd.api+json' };
      return new Response(JSON.stringify({ data: [data, { ...data, type: 'other' }] }), { headers });
    },
  });
  const { data } = await strange.list('articles');
  expect(data.map((it) => ({ ...it }))).toEqual(
    ['articles', 'other'].map((type) => ({ type, id: '1', publishedAt: 'yesterday', unknown: '2026-01-01' })),
  );
});
