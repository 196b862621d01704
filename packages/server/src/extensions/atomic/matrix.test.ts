import { describe, expect, test } from 'vitest';
import { operate } from '../../../test/atomic-request.ts';
import { blog, blogSources } from '../../../test/blog.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { atomicOperations } from './atomic-operations.ts';

const ops = ['add', 'update', 'remove'] as const;
const kinds = ['resource', 'to-one', 'to-many'] as const;
const places = ['ref id', 'ref lid', 'href', 'data'] as const;

const relationships = { resource: undefined, 'to-one': 'friend', 'to-many': 'articles' } as const;
/** The person that operations are about: one that exists, or one that the operation before adds. */
const before = { op: 'add', data: { type: 'people', lid: 'p', attributes: { name: 'New' } } };

function targetOf(op: string, kind: (typeof kinds)[number], place: (typeof places)[number]): object {
  const relationship = relationships[kind];
  const named = relationship === undefined ? {} : { relationship };
  if (place === 'ref id') return { ref: { type: 'people', id: '8', ...named } };
  if (place === 'ref lid') return { ref: { type: 'people', lid: 'p', ...named } };
  if (place === 'data') return {};
  if (relationship !== undefined) return { href: `/people/8/relationships/${relationship}` };
  return { href: op === 'add' ? '/people' : '/people/8' };
}

function dataOf(op: string, kind: (typeof kinds)[number], place: (typeof places)[number]): unknown {
  if (kind === 'to-one') return { type: 'people', id: '7' };
  if (kind === 'to-many') return [{ type: 'articles', id: '3' }];
  if (op === 'remove') return undefined;
  const identity = op === 'add' ? {} : place === 'ref lid' ? { lid: 'p' } : { id: '8' };
  return { type: 'people', ...identity, attributes: { name: 'x' } };
}

/** Data that is wrong for each kind, and what a request of its own would say of it. */
const wrong = {
  resource: { type: 'people', id: '8', attributes: { name: 5 } },
  'to-one': [{ type: 'people', id: '7' }],
  'to-many': { type: 'articles', id: '3' },
};

async function run(operation: object) {
  const server = createServer(blog, blogSources(), { extensions: [atomicOperations()] });
  const { status, problems } = await operate(server, [before, operation]);
  const shown = problems.map((it) => it.replace('/atomic:operations/1', 'i'));
  return [status, ...shown]
    .join(' ')
    .replace('DOCUMENT_INVALID', 'D')
    .replace('ATTRIBUTE_INVALID', 'A')
    .replace('OPERATION_NOT_SUPPORTED', 'O');
}

/** Op, kind, target; the answer to right data, without data, and to wrong data. D, A, and O are DOCUMENT_INVALID, ATTRIBUTE_INVALID, and OPERATION_NOT_SUPPORTED. */
const cells = [
  ['add', 'resource', 'ref id', '400 D i/ref', '400 D i/ref', '400 D i/ref'],
  ['add', 'resource', 'ref lid', '400 D i/ref', '400 D i/ref', '400 D i/ref'],
  ['add', 'resource', 'href', '200', '400 D i', '422 A i/data/attributes/name'],
  ['add', 'resource', 'data', '200', '400 D i', '422 A i/data/attributes/name'],
  ['add', 'to-one', 'ref id', '403 O i/op', '403 O i/op', '403 O i/op'],
  ['add', 'to-one', 'ref lid', '403 O i/op', '403 O i/op', '403 O i/op'],
  ['add', 'to-one', 'href', '403 O i/op', '403 O i/op', '403 O i/op'],
  ['add', 'to-one', 'data', '422 A i/data', '400 D i', '400 D i/data'],
  ['add', 'to-many', 'ref id', '200', '400 D i', '400 D i/data'],
  ['add', 'to-many', 'ref lid', '200', '400 D i', '400 D i/data'],
  ['add', 'to-many', 'href', '200', '400 D i', '400 D i/data'],
  ['add', 'to-many', 'data', '400 D i/data', '400 D i', '403 CLIENT_ID_FORBIDDEN i/data/id A i/data'],
  ['update', 'resource', 'ref id', '200', '400 D i', '422 A i/data/attributes/name'],
  ['update', 'resource', 'ref lid', '200', '400 D i', '409 ID_CONFLICT i/data/id A i/data/attributes/name'],
  ['update', 'resource', 'href', '200', '400 D i', '422 A i/data/attributes/name'],
  ['update', 'resource', 'data', '200', '400 D i', '422 A i/data/attributes/name'],
  ['update', 'to-one', 'ref id', '200', '400 D i', '400 D i/data'],
  ['update', 'to-one', 'ref lid', '200', '400 D i', '400 D i/data'],
  ['update', 'to-one', 'href', '200', '400 D i', '400 D i/data'],
  ['update', 'to-one', 'data', '200', '400 D i', '400 D i/data'],
  ['update', 'to-many', 'ref id', '200', '400 D i', '400 D i/data'],
  ['update', 'to-many', 'ref lid', '200', '400 D i', '400 D i/data'],
  ['update', 'to-many', 'href', '200', '400 D i', '400 D i/data'],
  ['update', 'to-many', 'data', '400 D i/data', '400 D i', '200'],
  ['remove', 'resource', 'ref id', '200', '200', '200'],
  ['remove', 'resource', 'ref lid', '200', '200', '200'],
  ['remove', 'resource', 'href', '200', '200', '200'],
  ['remove', 'resource', 'data', '400 D i', '400 D i', '400 D i'],
  ['remove', 'to-one', 'ref id', '403 O i/op', '403 O i/op', '403 O i/op'],
  ['remove', 'to-one', 'ref lid', '403 O i/op', '403 O i/op', '403 O i/op'],
  ['remove', 'to-one', 'href', '403 O i/op', '403 O i/op', '403 O i/op'],
  ['remove', 'to-one', 'data', '400 D i', '400 D i', '400 D i'],
  ['remove', 'to-many', 'ref id', '200', '400 D i', '400 D i/data'],
  ['remove', 'to-many', 'ref lid', '200', '400 D i', '400 D i/data'],
  ['remove', 'to-many', 'href', '200', '400 D i', '400 D i/data'],
  ['remove', 'to-many', 'data', '400 D i', '400 D i', '400 D i'],
] as const;

test('every cell is in the table', () => {
  const all = ops.flatMap((op) => kinds.flatMap((kind) => places.map((place) => `${op} ${kind} ${place}`)));
  expect(cells.map(([op, kind, place]) => `${op} ${kind} ${place}`)).toEqual(all);
});

describe('ATX-06 ATX-10 ATX-11 ATX-12 ATX-13: each op on each kind by each target', () => {
  test.each(cells)('%s %s %s: %s, %s, %s', async (op, kind, place, right, none, bad) => {
    const operation = { op, ...targetOf(op, kind, place) };
    expect(await run({ ...operation, data: dataOf(op, kind, place) })).toBe(right);
    expect(await run(operation)).toBe(none);
    expect(await run({ ...operation, data: wrong[kind] })).toBe(bad);
  });
});
