import { attribute, defineApi, errorObject, JsonApiError, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../../test/atomic-request.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import { atomicOperations } from './atomic-operations.ts';

const api = defineApi({
  customers: {
    attributes: {
      name: z.string().min(1),
      city: z.string().default('Rome'),
      number: attribute(z.int().default(0), { write: 'create' }),
    },
    relationships: { parent: toOne('customers') },
    clientGeneratedIds: true,
  },
  orders: { attributes: { reference: z.string() } },
});

function create(options: ServerOptions<unknown, typeof api> = {}, upsert = true) {
  const records = {
    customers: [
      { id: 'a', name: 'Ada', city: 'Bern', number: 1 },
      { id: 'secret', name: 'S' },
    ],
    orders: [],
  };
  const extensions = [atomicOperations({ upsert })];
  return createServer(api, createMemorySources(api, records), { extensions, ...options });
}

const add = (id: string | undefined, attributes: object, others: object = {}) => ({
  op: 'add',
  data: { type: 'customers', id, attributes },
  meta: { upsert: true },
  ...others,
});

test('a resource that exists is updated, and keeps its other fields; another one is created', async () => {
  const server = create();
  const { status, results } = await operate(server, [add('a', { name: 'Anna' }), add('b', { name: 'Bob' })]);
  expect(status).toBe(200);
  expect(results.map(({ data }) => data && [data.id, data.attributes])).toEqual([
    ['a', { name: 'Anna', city: 'Bern', number: 1 }],
    ['b', { name: 'Bob', city: 'Rome', number: 0 }],
  ]);
});

test('an operation sees the resources of those before it, also by their local ids', async () => {
  const server = create();
  const parent = { data: { type: 'customers', lid: 'p' } };
  const { results } = await operate(server, [
    { ...add('p', { name: 'One' }), data: { type: 'customers', id: 'p', lid: 'p', attributes: { name: 'One' } } },
    add('p', { name: 'Two' }),
    { ...add('a', {}), data: { type: 'customers', id: 'a', attributes: { name: 'A' }, relationships: { parent } } },
  ]);
  expect(results.map(({ data }) => data.attributes.name)).toEqual(['One', 'Two', 'A']);
  expect(results[2].data.relationships.parent.data).toEqual({ type: 'customers', id: 'p' });
});

test('a local id of a resource that exists stands for it', async () => {
  const parent = { data: { type: 'customers', lid: 'x' } };
  const { results } = await operate(create(), [
    { op: 'add', data: { type: 'customers', id: 'a', lid: 'x', attributes: { name: 'A' } }, meta: { upsert: true } },
    { op: 'add', data: { type: 'customers', id: 'c', attributes: { name: 'C' }, relationships: { parent } } },
  ]);
  expect(results[1].data.relationships.parent.data).toEqual({ type: 'customers', id: 'a' });
});

describe('the rules of an update or of a creation apply', () => {
  const allowed = { read: () => true, create: () => true, update: () => true } as const;
  test.each<[string, object, string, number]>([
    ['an update that is not allowed', { update: () => false }, 'a', 403],
    ['a creation that is not allowed', { create: () => false }, 'b', 403],
    ['an update needs no rule of creations', { create: () => false }, 'a', 200],
    ['a creation needs no rule of updates', { update: () => false }, 'b', 200],
    [
      'a resource that the user cannot read exists',
      { read: () => [{ field: 'id', operator: 'ne', values: ['secret'] }] },
      'secret',
      409,
    ],
  ])('%s', async (_, rules, id, expected) => {
    const access = { customers: { ...allowed, ...rules } } as never;
    const { status } = await operate(create({ access }), [add(id, { name: 'X' })]);
    expect(status).toBe(expected);
  });

  test('a field that only a creation can set', async () => {
    const { status, problems } = await operate(create(), [add('a', { name: 'A', number: 7 })]);
    expect([status, problems]).toEqual([403, ['FIELD_READ_ONLY /atomic:operations/0/data/attributes/number']]);
  });

  test('hooks of updates and of creations', async () => {
    const calls: string[] = [];
    const hooks = {
      customers: {
        create: {
          before: ({ input }: { readonly input: object }) => {
            calls.push('create');
            return input;
          },
        },
        update: {
          before: ({ input }: { readonly input: object }) => {
            calls.push('update');
            return input;
          },
        },
      },
    };
    await operate(create({ hooks: hooks as never }), [add('a', { name: 'A' }), add('b', { name: 'B' })]);
    expect(calls).toEqual(['update', 'create']);
  });

  test('`meta.ifMatch` is the condition of the update', async () => {
    const server = create();
    const { problems } = await operate(server, [add('a', { name: 'A' }, { meta: { upsert: true, ifMatch: '"0"' } })]);
    expect(problems).toEqual(['PRECONDITION_FAILED /atomic:operations/0/meta/ifMatch']);
  });
});

test('a resource with a tag that is gone is not created again', async () => {
  const server = create();
  for (const ifMatch of ['"0"', '*']) {
    const { status, problems } = await operate(server, [
      add('gone', { name: 'A' }, { meta: { upsert: true, ifMatch } }),
    ]);
    expect([status, problems]).toEqual([412, ['PRECONDITION_FAILED /atomic:operations/0/meta/ifMatch']]);
  }
});

test('all or nothing', async () => {
  const server = create();
  const failed = await operate(server, [
    add('a', { name: 'Changed' }),
    add('b', { name: 'B' }),
    add('c', { name: '' }),
  ]);
  expect(failed.status).toBe(422);
  const { results } = await operate(server, [add('b', { name: 'New' }), add('a', { name: 'A' })]);
  expect(results.map(({ data }) => data.attributes.number)).toEqual([0, 1]);
});

describe('rejected', () => {
  test.each<[string, object, string]>([
    ['a value that is not a boolean', add('a', { name: 'A' }, { meta: { upsert: 'yes' } }), 'boolean'],
    ['a resource without an id', add(undefined, { name: 'A' }), 'with an `id`'],
    ['an update', { ...add('a', { name: 'A' }), op: 'update' }, 'with an `id`'],
    ['a removal', { op: 'remove', ref: { type: 'customers', id: 'a' }, meta: { upsert: true } }, 'with an `id`'],
    [
      'a relationship',
      { op: 'update', ref: { type: 'customers', id: 'a', relationship: 'parent' }, data: null, meta: { upsert: true } },
      'with an `id`',
    ],
  ])('%s', async (_, operation, text) => {
    const { status, problems, document } = await operate(create(), [operation]);
    expect([status, problems]).toEqual([400, ['DOCUMENT_INVALID /atomic:operations/0/meta/upsert']]);
    expect(document.errors[0].detail).toContain(text);
  });

  test('without the option', async () => {
    const { status, document } = await operate(create({}, false), [add('a', { name: 'A' })]);
    expect([status, document.errors[0].detail]).toEqual([400, '`meta.upsert` is not supported by this server.']);
    const ignored = await operate(create({}, false), [add('b', { name: 'B' }, { meta: { upsert: false } })]);
    expect(ignored.status).toBe(200);
  });
});

describe('an upsert of a resource that exists is valid as a creation, too', () => {
  const types = defineApi({
    open: {
      attributes: {
        name: z.string(),
        city: z.string().optional(),
        later: attribute(z.string().optional(), { write: 'update' }),
      },
      clientGeneratedIds: true,
    },
    closed: { attributes: { name: z.string() } },
  });
  const start = () =>
    createServer(
      types,
      createMemorySources(types, { open: [{ id: 'a', name: 'A' }], closed: [{ id: 'a', name: 'A' }] }),
      {
        extensions: [atomicOperations({ upsert: true })],
      },
    );
  const data = (type: string, id: string, attributes: object) => ({
    ...{ op: 'add', data: { type, id, attributes }, meta: { upsert: true } },
  });

  test.each<[string, string, object, number, string]>([
    ['a required field is absent', 'open', { city: 'Rome' }, 422, 'ATTRIBUTE_INVALID /data/attributes'],
    ['no field', 'open', {}, 422, 'ATTRIBUTE_INVALID /data/attributes'],
    [
      'a field that only an update sets',
      'open',
      { name: 'A', later: 'x' },
      403,
      'FIELD_READ_ONLY /data/attributes/later',
    ],
    ['a type without clientGeneratedIds', 'closed', { name: 'A' }, 403, 'CLIENT_ID_FORBIDDEN /data/id'],
  ])('%s: the same response as for a new one', async (_, type, attributes, expected, problem) => {
    const at = problem.replace(' /', ' /atomic:operations/0/');
    for (const id of ['a', 'new']) {
      const { status, problems } = await operate(start(), [data(type, id, attributes)]);
      expect([id, status, problems]).toEqual([id, expected, [at]]);
    }
  });
});

describe('parallel upserts of a new resource', () => {
  /** A source whose transactions overlap: each reads what is committed, and a creation fails if another one was faster. */
  function overlapping(isSeen = true) {
    const rows = new Map<string, { readonly id: string; readonly name: string }>();
    let runs = 0;
    const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
    const source = {
      async find(ids: readonly string[], _: unknown, { transaction }: { readonly transaction?: unknown }) {
        await pause();
        return ids.flatMap((id) => (isSeen || transaction === undefined ? (rows.get(id) ?? []) : []));
      },
      async create({ id, attributes }: { id: string; attributes: { name: string } }) {
        await pause();
        if (rows.has(id)) throw new JsonApiError(errorObject('RESOURCE_EXISTS', 'It exists.'));
        rows.set(id, { id, ...attributes });
        return rows.get(id);
      },
      update(id: string, { attributes }: { attributes: { name: string } }) {
        rows.set(id, { id, ...attributes });
        return rows.get(id);
      },
      async transaction(run: (call: object) => Promise<unknown>, call: { readonly transaction?: unknown }) {
        if (call.transaction === undefined) runs++;
        return run({ ...call, transaction: {} });
      },
      transactionGroup: rows,
    };
    const api = defineApi({ notes: { attributes: { name: z.string() }, clientGeneratedIds: true } });
    const server = createServer(api, { notes: source } as never, { extensions: [atomicOperations({ upsert: true })] });
    const upsert = (name: string) =>
      operate(server, [{ op: 'add', data: { type: 'notes', id: 'n', attributes: { name } }, meta: { upsert: true } }]);
    return { upsert, rows, runsOf: () => runs };
  }

  test('all of them succeed: those that lose run again, and update', async () => {
    const { upsert, rows } = overlapping();
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(upsert));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(rows.size).toBe(1);
  });

  test('one that loses again and again receives 409 with Retry-After, after a bounded number of runs', async () => {
    const { upsert, rows, runsOf } = overlapping(false);
    rows.set('n', { id: 'n', name: 'x' });
    const { status, headers, problems } = await upsert('y');
    expect([status, headers['Retry-After'], problems]).toEqual([409, '1', ['RESOURCE_EXISTS /atomic:operations/0']]);
    expect(runsOf()).toBe(8);
  });

  test('a hidden resource does not appear later: 409 without Retry-After', async () => {
    const read = () => [{ field: 'id', operator: 'ne', values: ['secret'] }];
    const access = { customers: { read, create: () => true, update: () => true } } as never;
    const { status, headers } = await operate(create({ access }), [add('secret', { name: 'X' })]);
    expect([status, headers['Retry-After']]).toEqual([409, undefined]);
  });
});
