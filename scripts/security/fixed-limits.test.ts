/** Requests at the fixed limits, and one character beyond: the table declares what the server does. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi, validateDocument } from '../../packages/core/src/index.ts';
import {
  createMemoryIdempotencyStore,
  createMemorySources,
  createServer,
  cursorPagination,
  idempotencyKeys,
  type JsonApiRequest,
} from '../../packages/server/src/index.ts';
import { fixedLimits } from './fixed-limits.ts';

const api = defineApi({ notes: { attributes: { text: z.string() }, clientGeneratedIds: true } } as never);
const server = createServer(api, createMemorySources(api, { notes: [{ id: '1', text: 'a' }] } as never), {
  profiles: [cursorPagination({ key: 'a key of thirty-two bytes or more' })],
  idempotency: { keys: idempotencyKeys({ store: createMemoryIdempotencyStore() }), user: () => 'anyone' },
} as never);

const media = 'application/vnd.api+json';
const profile = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';
const padded = (text: string, length: number): string => text + 'a'.repeat(length - text.length);
const note = (id?: string): string => JSON.stringify({ data: { type: 'notes', id, attributes: { text: 'b' } } });
const posting = (headers: Readonly<Record<string, string>>, body = note()): Partial<JsonApiRequest> => ({
  method: 'POST',
  headers: { 'content-type': media, ...headers },
  body,
});

type Case = readonly [
  name: string,
  limit: number,
  request: (length: number) => Partial<JsonApiRequest>,
  at: number,
  beyond: number,
];

const cases: readonly Case[] = [
  ['`Accept`', 2048, (length) => ({ headers: { accept: padded(`${media},b/`, length) } }), 200, 406],
  [
    '`Content-Type`',
    2048,
    (length) => posting({ 'content-type': media + ' '.repeat(length - media.length) }),
    201,
    415,
  ],
  [
    '`If-Match`, `If-None-Match`',
    4096,
    (length) => ({ headers: { 'if-none-match': `${padded('"', length - 1)}"` } }),
    200,
    400,
  ],
  ['`Idempotency-Key`', 255, (length) => posting({ 'idempotency-key': `"${'k'.repeat(length)}"` }), 201, 400],
  [
    '`Prefer`',
    2048,
    (length) => ({
      ...posting({ prefer: padded('return=minimal,', length) }, note('1')),
      method: 'PATCH',
      url: '/notes/1',
    }),
    204,
    200,
  ],
  ['the `id` of a new resource', 255, (length) => posting({}, note('i'.repeat(length))), 201, 400],
  [
    '`page[number]`, `page[size]`, `page[offset]`, `page[limit]`',
    10,
    (length) => ({ url: `/notes?page[number]=${'1'.repeat(length)}` }),
    200,
    400,
  ],
];

test.each(cases)('%s of %d characters', async (name, limit, request, at, beyond) => {
  expect(fixedLimits.some((it) => it.name === name)).toBe(true);
  const statusOf = async (length: number): Promise<number> =>
    (await server.handle({ method: 'GET', url: '/notes', headers: {}, ...request(length) })).status;
  expect([await statusOf(limit), await statusOf(limit + 1)]).toEqual([at, beyond]);
});

test('a cursor that is too long is invalid', async () => {
  const url = `/notes?page[after]=${padded('1', 4097)}`;
  const { status } = await server.handle({ method: 'GET', url, headers: { accept: `${media};profile="${profile}"` } });
  expect(status).toBe(400);
});

test('a URI of a profile with 2,049 characters is invalid', () => {
  const issuesOf = (length: number): number => {
    const document = { data: [], jsonapi: { profile: [padded('http://a/', length)] } };
    return validateDocument(document, { as: 'response' }).issues?.length ?? 0;
  };
  expect([issuesOf(2048), issuesOf(2049)]).toEqual([0, 1]);
});
