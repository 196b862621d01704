import { readFileSync } from 'node:fs';
import { defineApi, deserialize, serialize, toMany, toOne } from '@linkage/core';
import { createKyselySources } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';

const page = readFileSync(new URL('../troubleshooting.md', import.meta.url), 'utf8');
const api = defineApi({
  articles: {
    attributes: { title: z.string(), body: z.any() },
    relationships: { author: toOne('people'), editors: toMany('people') },
  },
  people: { attributes: { name: z.string() } },
});
/** Serializes records of any shape, as a program without types can. */
const write = (records: object, options = {}) => serialize(api, 'articles', records as never, options as never);

/** No statement is run. */
const db = { getExecutor: () => ({ adapter: new (class SqliteAdapter {})() }) };

test.each([
  ['rule identification-strings', () => write({ articleId: 1 })],
  ['rule linkage', () => write({ id: 1, author: [9] })],
  ['rule linkage', () => write({ id: 1, editors: 9 })],
  ['rule json-value', () => write({ id: 1, body: new Map() })],
  ['rule unique-resources', () => write([{ id: 1 }, { id: 1 }])],
  ['promise', () => write({ id: 1, author: Promise.resolve(9) })],
  ['resource type', () => defineApi({ articles: { relationships: { author: toOne('persons') } } } as never)],
  ['cannot be included', () => write([], { include: ['autor'] })],
  ['Standard Schema', () => defineApi({ articles: { attributes: { title: 'string' } } } as never)],
  ['mapping', () => createKyselySources(api, db as never, { articles: { table: 'a', relationships: {} } } as never)],
  ['must contain data, but it contains errors', () => deserialize({ errors: [{ status: '404' }] })],
  ['unknown option', () => createServer(api, {} as never, { acces: {} } as never)],
])('the page about troubleshooting lists a TypeError with "%s"', (text, call) => {
  expect(call).toThrow(TypeError);
  expect(call).toThrow(text);
  expect(page).toContain(text);
});

test('the error codes on the pages exist', () => {
  const known = readFileSync(new URL('../errors.md', import.meta.url), 'utf8');
  const codes = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(5);
  expect(codes.filter((code) => !known.includes(`\`${code}\``))).toEqual([]);
});
