import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorObject } from '../../error/create-error-object.ts';
import { JsonApiError } from '../../error/json-api-error.ts';
import { buildDocument, validateDocument } from '../../index.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { atomicExtension } from './atomic-operations.ts';
import { parseOperations } from './parse-operations.ts';
import { runOperations } from './run-operations.ts';

const api = defineApi({
  orders: {
    attributes: { reference: z.string().min(1) },
    relationships: { lines: toMany('lines'), previous: toOne('orders') },
    clientGeneratedIds: true,
  },
  lines: { attributes: { quantity: z.int() }, relationships: { order: toOne('orders') } },
});
const order = { type: 'orders', lid: 'o', attributes: { reference: 'A' } };
const ref = { type: 'orders', lid: 'o' };
const addOrder = { op: 'add', data: order };
const addLine = {
  op: 'add',
  data: { type: 'lines', lid: 'l', attributes: { quantity: 2 }, relationships: { order: { data: ref } } },
};

/** Runs operations, records what each one receives, and answers the additions with the ids 1, 2, … */
async function running(operations: readonly object[], fail?: (index: number) => void) {
  const received: object[] = [];
  let next = 0;
  const parsed = await parseOperations(api, { 'atomic:operations': operations });
  const results = await runOperations(parsed, async (operation) => {
    received.push(operation);
    fail?.(received.length - 1);
    if (operation.kind === 'relationship' || operation.op !== 'add') return undefined;
    next++;
    const { type, attributes } = operation.input;
    return buildDocument(api, type, {
      id: next,
      lines: [],
      previous: null,
      order: null,
      ...attributes,
    } as never) as never;
  });
  return { received, results };
}

describe('local ids', () => {
  test('of earlier operations become ids in linkage, targets, and relationships', async () => {
    const { received } = await running([
      addOrder,
      addLine,
      {
        op: 'update',
        ref,
        data: {
          ...ref,
          attributes: { reference: 'B' },
          relationships: { lines: { data: [{ type: 'lines', lid: 'l' }] } },
        },
      },
      {
        op: 'add',
        ref: { ...ref, relationship: 'lines' },
        data: [
          { type: 'lines', lid: 'l' },
          { type: 'lines', id: '9' },
        ],
      },
      { op: 'update', ref: { type: 'lines', lid: 'l', relationship: 'order' }, data: null },
      { op: 'remove', ref },
    ]);
    const made = { type: 'orders', id: '1' };
    const line = { type: 'lines', id: '2' };
    expect(received).toMatchObject([
      { op: 'add', input: { lid: 'o' } },
      { op: 'add', input: { relationships: { order: made } } },
      { op: 'update', target: made, input: { relationships: { lines: [line] } } },
      { op: 'add', kind: 'relationship', target: made, linkage: [line, { type: 'lines', id: '9' }] },
      { op: 'update', kind: 'relationship', target: line, linkage: null },
      { op: 'remove', target: made },
    ]);
    expect(JSON.stringify(received.slice(1))).not.toContain('"lid":"o"');
    expect(received.every(Object.isFrozen)).toBe(true);
  });

  test('of a resource that references itself stay', async () => {
    const { received } = await running([{ op: 'add', data: { ...order, relationships: { previous: { data: ref } } } }]);
    expect(received).toMatchObject([{ input: { lid: 'o', relationships: { previous: ref } } }]);
  });

  test('need the created resource, or the id that the client chose', async () => {
    const parsed = await parseOperations(api, { 'atomic:operations': [addOrder] });
    await expect(runOperations(parsed, () => undefined)).rejects.toThrow(
      /Return `buildDocument\(api, "orders", record\)`/,
    );
    const own = { op: 'add', data: { ...order, id: 'mine' } };
    const chosen = await parseOperations(api, { 'atomic:operations': [own, addLine] });
    const links: unknown[] = [];
    await runOperations(chosen, (operation) => {
      if (operation.kind === 'resource' && operation.op === 'add') links.push(operation.input.relationships);
      return operation.kind === 'resource' && operation.op === 'add' && operation.input.type === 'lines'
        ? { data: { type: 'lines', id: '1' } }
        : undefined;
    });
    expect(links).toEqual([{}, { order: { type: 'orders', id: 'mine' } }]);
  });
});

test('the results are those of the operations, in order, and make a valid document', async () => {
  const { results } = await running([addOrder, { op: 'remove', ref }, addLine]);
  const data = [{ type: 'orders', id: '1' }, undefined, { type: 'lines', id: '2' }];
  expect(results).toMatchObject(data.map((it) => (it === undefined ? {} : { data: it })));
  expect(results[1]).toEqual({});
  const document = { 'atomic:results': results };
  expect(validateDocument(document, { extensions: [atomicExtension] }).issues).toBeUndefined();
});

describe('errors refer to the document of the request', () => {
  const failing =
    (pointer: string | undefined, code: 'NOT_FOUND' | 'ATTRIBUTE_INVALID' = 'ATTRIBUTE_INVALID') =>
    (index: number) => {
      if (index !== 1) return;
      throw new JsonApiError(errorObject(code, 'no', pointer === undefined ? {} : { source: { pointer } }), {
        status: 422,
        headers: { A: 'b' },
      });
    };
  test.each<readonly [string, object, ReturnType<typeof failing>, string]>([
    ['an attribute', addLine, failing('/data/attributes/quantity'), '/data/attributes/quantity'],
    ['a member that the client did not send', addLine, failing('/data/attributes/other'), '/data/attributes'],
    ['the id of a resource that has a lid', addLine, failing('/data/id'), '/data/lid'],
    ['no place', addLine, failing(undefined), ''],
    [
      'a target that does not exist',
      { op: 'remove', ref: { type: 'lines', id: '7' } },
      failing(undefined, 'NOT_FOUND'),
      '/ref',
    ],
    ['a target by local id', { op: 'remove', ref }, failing(undefined, 'NOT_FOUND'), '/ref/lid'],
  ])('%s', async (_, operation, fail, pointer) => {
    await expect(running([addOrder, operation], fail)).rejects.toMatchObject({
      status: 422,
      headers: { A: 'b' },
      errors: [{ source: { pointer: `/atomic:operations/1${pointer}` } }],
    });
  });

  test('and other errors stay as they are; later operations do not run', async () => {
    const failure = new Error('disk');
    const received: unknown[] = [];
    const parsed = await parseOperations(api, { 'atomic:operations': [addOrder, addLine] });
    const run = runOperations(parsed, (operation) => {
      received.push(operation);
      throw failure;
    });
    await expect(run).rejects.toBe(failure);
    expect(received).toHaveLength(1);
  });
});
