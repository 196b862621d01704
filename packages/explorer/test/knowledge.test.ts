import { attribute, defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isDescription, knowledgeOf } from '../page/state/knowledge.ts';

const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), { sort: true, filter: true }) },
    relationships: { parent: toOne('articles') },
  },
});
const described = async () => {
  const description = await createServer(api, createMemorySources(api)).describe();
  return JSON.parse(JSON.stringify(description));
};

test('the description of a server is known', async () => {
  const description = await described();
  expect(isDescription(description)).toBe(true);
  const fields = knowledgeOf(description).get('articles')?.fields;
  expect([...(fields ?? [])].map(([name, { kind }]) => [name, kind])).toEqual([
    ['title', 'attribute'],
    ['parent', 'to-one'],
  ]);
});

test.each([
  ['a type that is null', ['types', 'articles'], null],
  ['a type without endpoints', ['types', 'articles', 'endpoints'], undefined],
  ['an endpoint that is null', ['types', 'articles', 'endpoints', '0'], null],
  ['a path that is not text', ['types', 'articles', 'endpoints', '0', 'path'], null],
  ['a method that is not text', ['types', 'articles', 'endpoints', '0', 'method'], 5],
  ['fields that are an array', ['types', 'articles', 'fields'], []],
  ['a field that is null', ['types', 'articles', 'fields', 'title'], null],
  ['a field of another kind', ['types', 'articles', 'fields', 'title', 'kind'], 'x'],
  ['operators that are not a list', ['types', 'articles', 'fields', 'title', 'filterOperators'], {}],
  ['a relationship without targets', ['types', 'articles', 'fields', 'parent', 'targets'], undefined],
  ['a target that is not text', ['types', 'articles', 'fields', 'parent', 'targets', '0'], {}],
  ['a contract that is not a number', ['contract'], '1'],
])('the page does not read a description with %s', async (_, path, value) => {
  const description = await described();
  const parent = path.slice(0, -1).reduce((at, name) => at[name], description);
  parent[path.at(-1) as string] = value;
  expect(isDescription(description)).toBe(false);
});
