import { defineApi, toMany } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';

const own = { type: 'people', lid: 'me' };
const person = (relationships: object, others: object = {}) => ({
  data: { ...own, ...others, attributes: { name: 'x' }, relationships },
});

describe('a resource that relates to itself by its local id', () => {
  test.each([
    ['to-one', {}, { type: 'people', id: '4' }],
    ['with a client-generated id', { id: 'x' }, { type: 'people', id: 'x' }],
  ])('%s: is created with the link', async (_, others, friend) => {
    const server = createServer(blog, blogSources());
    const { status, document } = await send(server, 'POST /people', person({ friend: { data: own } }, others));
    expect([status, document.data.relationships.friend.data]).toEqual([201, friend]);
    const found = await send(server, `GET /people/${friend.id}`);
    expect(found.document.data.relationships.friend.data).toEqual(friend);
  });

  test('the rule of `create` sees the whole request, the rule of `updateRelationship` the resource with its id', async () => {
    const asked: unknown[] = [];
    const access = {
      people: {
        create: (_: unknown, { input }: { readonly input: { readonly relationships: object } }) => {
          asked.push(input.relationships);
          return true;
        },
        updateRelationship: (
          _: unknown,
          { id, identifiers }: { readonly id: string | undefined; readonly identifiers: unknown },
        ) => {
          asked.push([id, identifiers]);
          return true;
        },
      },
    };
    const server = createServer(blog, blogSources(), { defaultAccess: 'allow', access });
    const { status, document } = await send(server, 'POST /people', person({ friend: { data: own } }));
    const { id } = document.data;
    expect([status, asked]).toEqual([201, [{ friend: own }, [id, [{ type: 'people', id }]]]]);
  });

  test('a resource that the rule of `updateRelationship` rejects is not created', async () => {
    const access = { people: { updateRelationship: () => false } };
    const server = createServer(blog, blogSources(), { access, defaultAccess: 'allow' });
    expect((await send(server, 'POST /people', person({ friend: { data: own } }))).status).toBe(403);
    expect((await send(server, 'GET /people')).document.data).toHaveLength(3);
  });

  test('a to-many relationship keeps its other members', async () => {
    const api = defineApi({ nodes: { attributes: {}, relationships: { peers: toMany('nodes') } } });
    const server = createServer(api, createMemorySources(api, { nodes: [{ id: 1 }] }));
    const peers = [
      { type: 'nodes', id: '1' },
      { type: 'nodes', lid: 'n' },
    ];
    const data = { type: 'nodes', lid: 'n', relationships: { peers: { data: peers } } };
    const { status } = await send(server, 'POST /nodes', { data });
    expect(status).toBe(201);
    const linkage = (await send(server, 'GET /nodes/2/relationships/peers')).document.data;
    expect(linkage).toEqual([
      { type: 'nodes', id: '1' },
      { type: 'nodes', id: '2' },
    ]);
  });
});
