import { type Api, defineApi, type ResourceType, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { narrowApi } from './narrow-api.ts';
import { readableFields, withReadable } from './readable-fields.ts';
import type { RequestAccess } from './request-access.ts';

const api: Api = defineApi({
  articles: { attributes: { title: z.string(), notes: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
const type = (name: string) => api.types.get(name) as ResourceType;
const gateOf = (readable: readonly string[]) =>
  ({
    api,
    visibleApi: narrowApi(api, new Map([['articles', { names: new Set(readable), undecided: new Map() }]])),
  }) as unknown as RequestAccess;

test.each<[readable: readonly string[], names: readonly string[] | undefined]>([
  [
    ['title', 'author'],
    ['title', 'author'],
  ],
  [[], []],
  [['author', 'notes', 'title'], undefined],
])('a rule that shows %j: %o', (readable, names) => {
  const found = readableFields(gateOf(readable), type('articles'));
  expect(found && [...found]).toEqual(names);
});

test('a type without a rule shows all its fields, also in a view that hides fields of other types', () => {
  expect(readableFields(gateOf(['title']), type('people'))).toBeUndefined();
  expect(readableFields({ api, visibleApi: api } as RequestAccess, type('articles'))).toBeUndefined();
});

test('the call of a write says which fields an error can name, and is the same call if that is all of them', () => {
  const call = { context: 'me', signal: new AbortController().signal } as never;
  const readable = new Set(['title']);
  expect(withReadable(call, readable)).toEqual({ ...(call as object), readable });
  expect(withReadable(call, undefined)).toBe(call);
});
