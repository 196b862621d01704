/** New resources that link to themselves: `create` decides on the whole resource, with or without an id of the client. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { AccessRule } from './access-rules.ts';

const api = defineApi({
  articles: {
    attributes: {},
    relationships: {
      parent: toOne('articles', { inverse: 'children' }),
      children: toMany('articles', { inverse: 'parent' }),
      related: toMany('articles'),
    },
    clientGeneratedIds: true,
  },
});

const yes = () => true;
const own = { type: 'articles', lid: 'new' };
const byId = { type: 'articles', id: 'new' };
const other = { type: 'articles', id: '1' };

function open(rule: AccessRule<typeof api, 'articles'>) {
  const rejections: (string | undefined)[] = [];
  const sources = createMemorySources(api, { articles: [{ id: '1' }] });
  const server = createServer(api, sources, {
    access: { articles: { read: yes, create: yes, ...rule } },
    onRequest: () => (end) => rejections.push(end.rejection),
  });
  return { server, rejections };
}

/** A new article with relationships, in which `itself` is the article. */
const article = (itself: object, relationships: Readonly<Record<string, unknown>>) => ({
  data: {
    ...itself,
    relationships: Object.fromEntries(Object.entries(relationships).map(([name, data]) => [name, { data }])),
  },
});

describe.each([
  ['a local id', own],
  ['an id of the client', byId],
] as const)('a new resource that links to itself by %s', (_, self) => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['to-one', { parent: self }],
    ['to-many, whose inverse is stored in the resource', { children: [self] }],
    ['to-many', { related: [self] }],
    ['with another resource', { related: [self, other] }],
  ])('%s: `create` alone decides', async (_name, relationships) => {
    const { server } = open({});
    const { status, document } = await send(server, 'POST /articles', article(self, relationships));
    expect(status).toBe(201);
    const { id } = document.data;
    const [name] = Object.keys(relationships) as [string];
    expect(JSON.stringify(document.data.relationships[name].data)).toContain(JSON.stringify({ type: 'articles', id }));
  });

  test('a rule `updateRelationship` decides, and its rejection leaves nothing', async () => {
    const { server, rejections } = open({ updateRelationship: () => false });
    expect((await send(server, 'POST /articles', article(self, { parent: self }))).status).toBe(403);
    expect(rejections[0]).toContain('`access.articles.updateRelationship` returned false');
    expect((await send(server, 'GET /articles')).document.data).toHaveLength(1);
  });

  test('another resource whose record changes still needs `update`', async () => {
    const { server, rejections } = open({});
    expect((await send(server, 'POST /articles', article(self, { children: [self, other] }))).status).toBe(403);
    expect(rejections[0]).toContain('"articles" "1". There is no rule `access.articles.update`');
    expect((await send(server, 'GET /articles')).document.data).toHaveLength(1);
  });
});
