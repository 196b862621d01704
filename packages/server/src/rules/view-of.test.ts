import { type Api, defineApi } from '@linkage/core';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { View } from './permitted.ts';
import { viewOf } from './view-of.ts';

const api: Api = defineApi({ articles: { attributes: { title: z.string(), notes: z.string() } } });
const server = { api, gatewayOf: () => undefined };

let views = new Map<string, View>();
beforeEach(() => {
  views = new Map();
});
const seen = (given: Readonly<Record<string, readonly string[]>>) => {
  const fields = Object.entries(given).map(([type, names]) => [type, { names: new Set(names), undecided: new Map() }]);
  return viewOf(server, { views }, new Map(fields as never));
};

test('users who can read all fields share the API itself', () => {
  expect(seen({}).api).toBe(api);
});

test('one view for each choice of fields, in whatever order a rule returns them', () => {
  const first = seen({ articles: ['title', 'notes'] });
  expect(seen({ articles: ['notes', 'title'] })).toBe(first);
  expect(seen({ articles: ['title'] })).not.toBe(first);
  // Names cannot be mistaken for the end of one list and the beginning of the next.
  expect(seen({ articles: ['title'], notes: [] })).not.toBe(first);
  expect(views.size).toBe(3);
});

test('rules that return ever new lists keep few views', () => {
  for (let index = 0; index < 1000; index++) seen({ articles: [`f${index}`] });
  expect(views.size).toBeLessThanOrEqual(128);
});
