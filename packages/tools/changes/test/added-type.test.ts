/** A new type of a server. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { atomicOperations, createMemorySources, createServer, type ServerDescription } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compareDescriptions } from '../src/index.ts';

const on = { filter: true, sort: true } as const;
const articles = {
  attributes: { title: attribute(z.string(), on) },
  relationships: { author: toOne('people'), about: toMany(['articles', 'people']) },
};
const people = { attributes: { name: attribute(z.string(), on) }, relationships: {} };
const tags = {
  attributes: { name: attribute(z.string(), on) },
  relationships: { articles: toMany('articles', { filter: true }) },
};

async function described(declaration: object): Promise<ServerDescription> {
  // biome-ignore lint/suspicious/noExplicitAny: each call has other types.
  const api = defineApi(declaration as any);
  const records = Object.fromEntries(Object.keys(declaration).map((name) => [name, []]));
  const server = createServer(api, createMemorySources(api, records as never), { extensions: [atomicOperations()] });
  return server.describe();
}

test.each([
  ['without relationships to it', { articles, people }, { articles, people, tags }],
  ['beside a single type', { people }, { people, tags: { attributes: tags.attributes } }],
])('a new type %s is safe, and its removal is breaking', async (_, first, second) => {
  const [before, after] = [await described(first), await described(second)];
  expect(compareDescriptions(before, after).filter(({ level }) => level !== 'safe')).toEqual([]);
  expect(compareDescriptions(after, before).filter(({ level }) => level === 'breaking').length).toBeGreaterThan(0);
});

test('a new type that an old relationship can contain is breaking', async () => {
  const about = toMany(['articles', 'people', 'tags']);
  const changed = { ...articles, relationships: { ...articles.relationships, about } };
  const [before, after] = [await described({ articles, people }), await described({ articles: changed, people, tags })];
  expect(compareDescriptions(before, after).some(({ level }) => level === 'breaking')).toBe(true);
});
