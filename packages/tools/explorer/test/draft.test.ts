import { defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readDescription } from '../page/state/description.ts';
import type { KnownType } from '../page/state/knowledge.ts';
import { draftOfCreate, exampleOf, templateOf } from '../page/text/draft.ts';

const api = defineApi({
  rooms: {
    attributes: {
      name: z.string().min(3),
      kind: z.enum(['single', 'double']),
      size: z.number().min(5).max(9),
      since: z.iso.date(),
      openedAt: z.iso.datetime(),
      key: z.uuid(),
      email: z.email(),
      address: z.object({ city: z.string().min(1), zip: z.string() }),
      beds: z.array(z.object({ width: z.number().positive() })).min(2),
      isOpen: z.boolean(),
      note: z.string().nullable(),
      level: z.union([z.literal('low'), z.literal('high')]),
    },
    relationships: { hotel: toOne('hotels', { required: false }) },
  },
  hotels: { attributes: { name: z.string() } },
});

test('a document with which a form begins is accepted: its values fit the schemas', async () => {
  const server = createServer(api, createMemorySources(api), { defaultAccess: 'allow' });
  const { types } = readDescription(await server.describe());
  const media = 'application/vnd.api+json';
  const body = draftOfCreate(types.get('rooms') as KnownType);
  const headers = { accept: media, 'content-type': media };
  const answer = await server.handle({ method: 'POST', url: '/rooms', headers, body });
  expect([answer.status, answer.body]).toEqual([201, expect.any(String)]);
});

describe('an example', () => {
  test('of a schema that contains itself ends', () => {
    const item: Record<string, unknown> = { type: 'array', minItems: 1_000_000 };
    item['items'] = item;
    expect(JSON.stringify(exampleOf(item as never)).length).toBeLessThan(50_000);
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const wide: Record<string, unknown> = { type: 'object', required: names };
    wide['properties'] = Object.fromEntries(names.map((name) => [name, wide]));
    // All of it would take longer than the limit of a test.
    exampleOf(wide as never);
  });

  test.each([
    [{ type: 'number', exclusiveMinimum: 3 }, 4],
    [{ type: 'integer', maximum: -2 }, -2],
    [{ default: 'x', enum: ['y'] }, 'x'],
    [{ oneOf: [{ type: 'null' }] }, null],
    [undefined, ''],
  ])('of %j is %j', (schema, value) => expect(exampleOf(schema as never)).toBe(value));
});

test('a request to a relationship begins with identifiers of its type', async () => {
  const server = createServer(api, createMemorySources(api), { defaultAccess: 'allow' });
  const { types } = readDescription(await server.describe());
  const template = (method: 'POST' | 'PATCH', target: string): unknown =>
    JSON.parse(templateOf(types, { method, target }) || 'null');
  expect(template('PATCH', '/rooms/1/relationships/hotel')).toEqual({ data: { type: 'hotels', id: '' } });
  expect(template('POST', '/hotels?x=1')).toEqual({ data: { type: 'hotels', attributes: { name: '' } } });
  expect(template('POST', '/none')).toBeNull();
});
