import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../../test/atomic-request.ts';
import { send } from '../../../test/support.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { atomicOperations } from './atomic-operations.ts';

const api = defineApi({
  nodes: {
    attributes: { value: z.json().optional(), lid: z.string().optional() },
    relationships: { parent: toOne('nodes'), peers: toMany('nodes'), leaf: toOne('leaves') },
    clientGeneratedIds: true,
  },
  leaves: { attributes: {} },
});

function create(limit?: number) {
  const limits = { bodyMembers: 100_000, bodyBytes: 10_000_000 };
  const sources = createMemorySources(api, { nodes: [{ id: 'root' }] });
  return createServer(api, sources, { extensions: [atomicOperations(limit === undefined ? {} : { limit })], limits });
}

const add = (lid: string, relationships: object = {}, others: object = {}) => ({
  op: 'add',
  data: { type: 'nodes', lid, relationships, ...others },
});
const toParent = (lid: string, type = 'nodes') => ({ parent: { data: { type, lid } } });

describe('ATX-25 ATM-27 a local id of an earlier operation', () => {
  test('can be used in ref, in data, and in linkage', async () => {
    const server = create();
    const { status, results } = await operate(server, [
      add('a'),
      add('b', toParent('a')),
      { op: 'update', data: { type: 'nodes', lid: 'a', attributes: { value: 1 } } },
      { op: 'update', ref: { type: 'nodes', lid: 'b' }, data: { type: 'nodes', lid: 'b', attributes: { value: 2 } } },
      {
        op: 'add',
        ref: { type: 'nodes', lid: 'a', relationship: 'peers' },
        data: [
          { type: 'nodes', lid: 'b' },
          { type: 'nodes', id: 'root' },
        ],
      },
      { op: 'update', ref: { type: 'nodes', id: 'root', relationship: 'parent' }, data: { type: 'nodes', lid: 'b' } },
    ]);
    expect(status).toBe(200);
    const [a, b] = results.map(({ data }) => data?.id);
    expect(results[3].data).toMatchObject({
      id: b,
      attributes: { value: 2 },
      relationships: { parent: { data: { id: a } } },
    });
    const peers = await send(server, `GET /nodes/${a}/relationships/peers`);
    expect(peers.document.data).toEqual([
      { type: 'nodes', id: b },
      { type: 'nodes', id: 'root' },
    ]);
    expect((await send(server, 'GET /nodes/root')).document.data.relationships.parent.data.id).toBe(b);
  });

  test('names a resource with a client-generated id, also without data in the result', async () => {
    const whole = { parent: { data: null }, peers: { data: [] }, leaf: { data: null } };
    const { status, results } = await operate(create(), [add('a', whole, { id: 'mine' }), add('b', toParent('a'))], {
      prefer: 'return=minimal',
    });
    expect([status, results[0].data]).toEqual([200, undefined]);
    expect(results[1].data.relationships.parent.data).toEqual({ type: 'nodes', id: 'mine' });
  });

  test('belongs to one type: two types can have the same', async () => {
    const { status, results } = await operate(create(), [
      add('x'),
      { op: 'add', data: { type: 'leaves', lid: 'x' } },
      {
        op: 'update',
        data: { type: 'nodes', lid: 'x', relationships: { leaf: { data: { type: 'leaves', lid: 'x' } } } },
      },
    ]);
    expect([status, results[2].data.relationships.leaf.data.type]).toEqual([200, 'leaves']);
  });

  test.each(['__proto__', 'constructor', '', ' ', 'a\nb', '😀'])('can be %j', async (lid) => {
    const { status } = await operate(create(), [add(lid), add('other', toParent(lid))]);
    expect(status).toBe(200);
  });

  test('1,000 chained local ids', async () => {
    const chain = Array.from({ length: 1000 }, (_, index) =>
      add(`n${index}`, index === 0 ? {} : toParent(`n${index - 1}`)),
    );
    const { status, results } = await operate(create(1000), chain);
    expect(status).toBe(200);
    expect(
      results.every(
        ({ data }, index) => index === 0 || data.relationships.parent.data.id === results[index - 1].data.id,
      ),
    ).toBe(true);
  });
});

describe('ATX-26 an invalid local id', () => {
  test.each([
    ['used before its operation', [add('b', toParent('a')), add('a')], '0/data/relationships/parent/data/lid'],
    ['of no operation, in ref', [{ op: 'remove', ref: { type: 'nodes', lid: 'a' } }], '0/ref/lid'],
    ['of no operation, in data', [{ op: 'update', data: { type: 'nodes', lid: 'a' } }], '0/data/lid'],
    [
      'of no operation, in data beside a ref',
      [{ op: 'update', ref: { type: 'nodes', id: 'root' }, data: { type: 'nodes', lid: 'a' } }],
      '0/data/lid',
    ],
    [
      'of no operation, in linkage',
      [
        {
          op: 'add',
          ref: { type: 'nodes', id: 'root', relationship: 'peers' },
          data: [
            { type: 'nodes', id: 'root' },
            { type: 'nodes', lid: 'a' },
          ],
        },
      ],
      '0/data/1/lid',
    ],
    ['of another type', [add('a'), { op: 'remove', ref: { type: 'leaves', lid: 'a' } }], '1/ref/lid'],
  ])('%s', async (_, operations, place) => {
    const { status, problems } = await operate(create(), operations);
    expect([status, problems]).toEqual([400, [`LOCAL_ID_UNKNOWN /atomic:operations/${place}`]]);
  });

  test.each([
    ['added twice', [add('a'), add('a')], '1/data/lid'],
    ['beside another id', [add('a'), { op: 'update', data: { type: 'nodes', id: 'root', lid: 'a' } }], '1/data/lid'],
    [
      'beside another id before',
      [{ op: 'update', data: { type: 'nodes', id: 'root', lid: 'a' } }, add('a')],
      '1/data/lid',
    ],
  ])('%s', async (_, operations, place) => {
    const { status, problems } = await operate(create(), operations);
    expect([status, problems]).toEqual([400, [`DOCUMENT_INVALID /atomic:operations/${place}`]]);
  });

  test('does not match the resource in ref', async () => {
    const { status, problems } = await operate(create(), [
      add('a'),
      add('b'),
      { op: 'update', ref: { type: 'nodes', lid: 'a' }, data: { type: 'nodes', lid: 'b' } },
    ]);
    expect([status, problems]).toEqual([409, ['ID_CONFLICT /atomic:operations/2/data/lid']]);
  });
});

test('ATX-27 a new resource relates to itself', async () => {
  const peers = {
    peers: {
      data: [
        { type: 'nodes', lid: 'a' },
        { type: 'nodes', id: 'root' },
      ],
    },
  };
  const { status, results } = await operate(create(), [
    add('a', { ...toParent('a'), ...peers }),
    add('b', toParent('a')),
  ]);
  const [a, b] = results.map(({ data }) => data);
  expect([status, a.relationships.parent.data.id, b.relationships.parent.data.id]).toEqual([200, a.id, a.id]);
  expect(a.relationships.peers.data.map(({ id }: { readonly id: string }) => id)).toEqual([a.id, 'root']);
});

describe('ATX-28 a local id', () => {
  test('is replaced where it identifies a resource, and nowhere else', async () => {
    const value = { type: 'nodes', lid: 'a', data: { type: 'nodes', lid: 'a' } };
    const { results } = await operate(create(), [add('a'), add('b', {}, { attributes: { lid: 'a', value } })]);
    expect(results[1].data.attributes).toEqual({ lid: 'a', value });
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['an object without `data`', { meta: {} }],
    ['linkage without members', { data: {} }],
    ['linkage without a local id', { data: { type: 'nodes' } }],
    ['linkage whose type is not a string', { data: { type: 1, lid: 'a' } }],
    ['linkage whose members are not objects', { data: ['a', null, [{ type: 'nodes', lid: 'a' }]] }],
  ])(
    'in a relationship that the type does not have: the error names the relationship, which is %s',
    async (_, value) => {
      const operations = [add('a'), add('b', { unknown: value })];
      const { status, problems } = await operate(create(), operations);
      const place = '/atomic:operations/1/data/relationships/unknown';
      expect([status, problems]).toEqual([422, [`RELATIONSHIP_UNKNOWN ${place}`]]);
    },
  );

  test('beside a member that is not a relationship: JSON:API ignores it', async () => {
    const { status, results } = await operate(create(), [add('a'), add('b', { '@note': null, ...toParent('a') })]);
    expect([status, results[1].data.relationships.parent.data.id]).toEqual([200, results[0].data.id]);
  });

  test.each([
    [
      'ref',
      { op: 'update', ref: { type: 'nodes', lid: 'a', relationship: 'parent' }, data: null },
      'NOT_FOUND /atomic:operations/2/ref/lid',
    ],
    ['data', { op: 'update', data: { type: 'nodes', lid: 'a' } }, 'NOT_FOUND /atomic:operations/2/data/lid'],
    [
      'linkage',
      { op: 'add', data: { type: 'nodes', relationships: toParent('a') } },
      'RELATED_RESOURCE_NOT_FOUND /atomic:operations/2/data/relationships/parent/data',
    ],
  ])('of a resource that was removed is 404: %s', async (_, last, problem) => {
    const { status, problems } = await operate(create(), [
      add('a'),
      { op: 'remove', ref: { type: 'nodes', lid: 'a' } },
      last,
    ]);
    expect([status, problems]).toEqual([404, [problem]]);
  });
});
