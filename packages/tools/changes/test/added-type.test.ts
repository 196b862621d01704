/** A new type of a server, in both kinds of descriptions. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { openApiDocument } from '@linkage/openapi';
import { atomicOperations, createMemorySources, createServer, type ServerDescription } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compareDescriptions, compareOpenApi } from '../src/index.ts';

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
  const info = { info: { title: 'x', version: '1' } };
  const documents = [openApiDocument(before, info), openApiDocument(after, info)] as const;
  const unsafe = [...compareDescriptions(before, after), ...compareOpenApi(...documents)].filter(
    ({ level }) => level !== 'safe',
  );
  expect(unsafe).toEqual([]);
  for (const back of [compareDescriptions(after, before), compareOpenApi(documents[1], documents[0])])
    expect(back.filter(({ level }) => level === 'breaking').length).toBeGreaterThan(0);
});

test('a new type that an old relationship can contain is breaking', async () => {
  const about = toMany(['articles', 'people', 'tags']);
  const changed = { ...articles, relationships: { ...articles.relationships, about } };
  const [before, after] = [await described({ articles, people }), await described({ articles: changed, people, tags })];
  const info = { info: { title: 'x', version: '1' } };
  for (const changes of [
    compareDescriptions(before, after),
    compareOpenApi(openApiDocument(before, info), openApiDocument(after, info)),
  ])
    expect(changes.some(({ level }) => level === 'breaking')).toBe(true);
});
