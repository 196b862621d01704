import { errorObject, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { operate } from '../../../test/atomic-request.ts';
import { blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import type { Sources } from '../../sources/port/data-source.ts';
import { atomicOperations } from './atomic-operations.ts';

function create(options: ServerOptions = {}, change: (sources: AnyDocument) => AnyDocument = (it) => it) {
  const sources = change(blogSources()) as Sources<typeof blog>;
  return createServer(blog, sources, { extensions: [atomicOperations()], ...options } as ServerOptions<
    unknown,
    typeof blog
  >);
}

const rename = (name: string, others: object = {}) => ({
  op: 'update',
  data: { type: 'people', id: '7', attributes: { name } },
  ...others,
});
const newPerson = { op: 'add', data: { type: 'people', lid: 'p', attributes: { name: 'x' } } };
const etagOf = async (server: ReturnType<typeof create>) =>
  (await send(server, 'GET /people/7')).headers['ETag'] as string;

describe('ATX-32 preconditions', () => {
  test('`meta.ifMatch` is compared with the target as the operations before left it', async () => {
    const server = create();
    const ifMatch = await etagOf(server);
    const first = await operate(server, [rename('a', { meta: { ifMatch } })]);
    expect(first.status).toBe(200);
    const { etag } = first.results[0].meta;
    const { status, problems } = await operate(server, [
      rename('b', { meta: { ifMatch: etag } }),
      rename('c', { meta: { ifMatch: etag } }),
    ]);
    expect([status, problems]).toEqual([412, ['PRECONDITION_FAILED /atomic:operations/1/meta/ifMatch']]);
    expect((await send(server, 'GET /people/7')).document.data.attributes.name).toBe('a');
  });

  test('`meta.etag` is the ETag of a request of its own', async () => {
    const server = create();
    const { results } = await operate(server, [rename('a')]);
    const current = await send(
      server,
      'PATCH /people/7',
      { data: { type: 'people', id: '7' } },
      { 'if-match': results[0].meta.etag },
    );
    expect(current.status).toBe(200);
  });

  test.each([
    ['of a relationship', { op: 'update', ref: { type: 'people', id: '7', relationship: 'friend' }, data: null }],
    ['of a resource to remove', { op: 'remove', ref: { type: 'people', id: '7' } }],
    ['of a resource to add', newPerson],
  ])('a condition %s that does not hold is 412', async (_, operation) => {
    const { status, problems } = await operate(create(), [{ ...operation, meta: { ifMatch: '"0"' } }]);
    expect([status, problems]).toEqual([412, ['PRECONDITION_FAILED /atomic:operations/0/meta/ifMatch']]);
  });

  test.each(['x', '"a', 'W/'])('the entity tag %j cannot be read', async (ifMatch) => {
    const { status, problems } = await operate(create(), [rename('a', { meta: { ifMatch } })]);
    expect([status, problems]).toEqual([400, ['HEADER_INVALID /atomic:operations/0/meta/ifMatch']]);
  });

  test('`requireIfMatch` holds for each operation, but not on what the request itself creates', async () => {
    const server = create({ requireIfMatch: ['people'] });
    const without = await operate(server, [newPerson, rename('a')]);
    expect([without.status, without.problems]).toEqual([428, ['PRECONDITION_REQUIRED /atomic:operations/1']]);
    const { status } = await operate(server, [
      newPerson,
      { op: 'update', data: { type: 'people', lid: 'p', attributes: { name: 'y' } } },
      { op: 'update', ref: { type: 'people', lid: 'p', relationship: 'friend' }, data: { type: 'people', lid: 'p' } },
      rename('a', { meta: { ifMatch: await etagOf(server) } }),
    ]);
    expect(status).toBe(200);
  });

  test('an operation on a resource that the request creates runs once, also if a hook requires a condition', async () => {
    let runs = 0;
    const before = () => {
      runs++;
      throw new JsonApiError(errorObject('PRECONDITION_REQUIRED', 'Send a condition.'));
    };
    const server = create({ requireIfMatch: ['people'], hooks: { people: { update: { before } } } });
    const { status } = await operate(server, [
      newPerson,
      { op: 'update', data: { type: 'people', lid: 'p', attributes: { name: 'y' } } },
    ]);
    expect([status, runs]).toEqual([428, 1]);
  });

  test('rejects the header If-Match, because the URL has no entity tag', async () => {
    const { status, problems } = await operate(create(), [rename('a')], { 'if-match': '*' });
    expect([status, problems]).toEqual([400, ['HEADER_INVALID If-Match']]);
  });
});

describe('ATX-21 ATX-22 ATM-24 ATM-25 Prefer', () => {
  test('`return=minimal` omits data that the client knows', async () => {
    const relationships = { friend: { data: null }, articles: { data: [] } };
    const add = { op: 'add', data: { type: 'people', id: 'a', attributes: { name: 'x' }, relationships } };
    const { results } = await operate(create(), [add, rename('y'), newPerson], { prefer: 'return=minimal' });
    expect(results.map(({ data, meta }) => [data?.type, typeof meta.etag])).toEqual([
      [undefined, 'string'],
      [undefined, 'string'],
      ['people', 'string'],
    ]);
    const all = await operate(create(), [add, rename('y'), newPerson], { prefer: 'return=representation' });
    expect(all.results.map(({ data }) => data.type)).toEqual(['people', 'people', 'people']);
  });
});

describe('ATX-15 sources', () => {
  const apart = (sources: AnyDocument) => ({ ...sources, people: { ...sources.people, transactionGroup: {} } });
  const without = ({ people, ...sources }: AnyDocument) => {
    const { transaction: _, transactionGroup: _group, ...rest } = people;
    return { ...sources, people: rest };
  };
  const remove = { op: 'remove', ref: { type: 'articles', id: '3' } };

  test.each([
    ['that do not share transactions', apart, [remove, remove, newPerson], '/atomic:operations/2'],
    ['without transactions', without, [newPerson, rename('a')], '/atomic:operations/0'],
  ])('%s are rejected before anything is written', async (_, change, operations, place) => {
    const server = create({}, change);
    const { status, problems } = await operate(server, operations);
    expect([status, problems]).toEqual([403, [`OPERATION_NOT_SUPPORTED ${place}`]]);
    expect((await send(server, 'GET /articles/3')).status).toBe(200);
  });

  test.each([apart, without])('one operation runs alone', async (change) => {
    expect((await operate(create({}, change), [newPerson])).status).toBe(200);
  });
});

test('ATX-33 rejects a job, and rolls back its write', async () => {
  const server = create({}, ({ people, ...sources }) => ({
    ...sources,
    people: {
      ...people,
      create: async (input: unknown, call: unknown) => {
        await people.create(input, call);
        return { accepted: { type: 'people', id: '7' } };
      },
    },
  }));
  const { status, problems } = await operate(server, [rename('a'), newPerson]);
  expect([status, problems]).toEqual([403, ['OPERATION_NOT_SUPPORTED /atomic:operations/1']]);
  expect((await send(server, 'GET /people')).document.data).toHaveLength(3);
});

test('ATX-29 the time limit applies to all operations together, and rolls back', async () => {
  const server = create({ limits: { requestTime: 60 }, onError: () => undefined }, ({ people, ...sources }) => ({
    ...sources,
    people: {
      ...people,
      update: async (...given: unknown[]) => {
        await new Promise((resolve) => setTimeout(resolve, 40));
        return people.update(...given);
      },
    },
  }));
  const { status, problems } = await operate(server, [rename('a'), rename('b'), rename('c')]);
  expect([status, problems[0]?.split(' ')[0]]).toEqual([504, 'TIMED_OUT']);
  expect((await send(server, 'GET /people/7')).document.data.attributes.name).toBe('Gebhardt');
});
