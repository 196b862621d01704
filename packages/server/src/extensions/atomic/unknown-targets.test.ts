import { describe, expect, test } from 'vitest';
import { operate } from '../../../test/atomic-request.ts';
import { blog, blogSources } from '../../../test/blog.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import { atomicOperations } from './atomic-operations.ts';

function create(options: ServerOptions<unknown, typeof blog> = {}) {
  return createServer(blog, blogSources(), { extensions: [atomicOperations()], ...options });
}

type Server = ReturnType<typeof create>;

const methods = { add: 'POST', update: 'PATCH', remove: 'DELETE' } as const;

/** The status and the code of a request of its own. */
async function single(server: Server, op: keyof typeof methods, url: string, data: unknown) {
  const type = 'application/vnd.api+json';
  const body = data === undefined ? undefined : JSON.stringify({ data });
  const headers = { accept: type, ...(body === undefined ? {} : { 'content-type': type }) };
  const answer = await server.handle({ method: methods[op], url, headers, body });
  const { errors } = JSON.parse(answer.body ?? '{}');
  return [answer.status, errors?.[0].code];
}

async function operation(server: Server, given: object) {
  const { status, problems } = await operate(server, [given]);
  const [code = '', pointer = ''] = (problems[0] ?? '').split(' ');
  return { answer: [status, code], pointer: pointer.replace('/atomic:operations/0', '') };
}

interface Unknown {
  readonly type: string;
  readonly id?: string;
  readonly relationship?: string;
}

const resource = { type: 'people', id: '7' };
const update = { ...resource, attributes: { name: 'x' } };

/** Each missing target, the member of `ref` that names it, and the operations on it with their data. */
const unknown: readonly (readonly [string, Unknown, string, Partial<Record<keyof typeof methods, unknown>>])[] = [
  ['type', { type: 'nothing', id: '7' }, '/ref/type', { update, remove: undefined }],
  ['type of all objects', { type: '__proto__', id: '7' }, '/ref/type', { update, remove: undefined }],
  ['resource', { type: 'people', id: '99' }, '/ref', { update: { ...update, id: '99' }, remove: undefined }],
  ['resource of a to-one', { type: 'people', id: '99', relationship: 'friend' }, '/ref', { update: null }],
  ['resource of a to-many', { type: 'people', id: '99', relationship: 'articles' }, '/ref', { add: [], remove: [] }],
  [
    'relationship',
    { ...resource, relationship: 'x' },
    '/ref/relationship',
    { add: [resource], update: null, remove: [resource] },
  ],
  ['relationship that is an attribute', { ...resource, relationship: 'name' }, '/ref/relationship', { update: null }],
  ['type of a relationship', { type: 'nothing', id: '7', relationship: 'x' }, '/ref/type', { update: null }],
];

const cases = unknown.flatMap(([what, target, pointer, operations]) =>
  Object.entries(operations).map(([op, data]) => [op as keyof typeof methods, what, target, pointer, data] as const),
);

describe('ATM-23 an unknown target is 404, as in a request of its own', () => {
  test.each(cases)('%s: %s', async (op, _, target, pointer, data) => {
    const { type, id, relationship } = target;
    const url = `/${type}/${id}${relationship === undefined ? '' : `/relationships/${relationship}`}`;
    const content = data === undefined ? {} : { data };
    expect(await single(create(), op, url, data)).toEqual([404, 'NOT_FOUND']);
    const byRef = await operation(create(), { op, ref: target, ...content });
    const byHref = await operation(create(), { op, href: url, ...content });
    expect([byRef, byHref]).toEqual([
      { answer: [404, 'NOT_FOUND'], pointer },
      { answer: [404, 'NOT_FOUND'], pointer: '/href' },
    ]);
  });

  test('add: the type of data is the target', async () => {
    const data = { type: 'nothing', attributes: {} };
    expect(await single(create(), 'add', '/nothing', data)).toEqual([404, 'NOT_FOUND']);
    expect(await operation(create(), { op: 'add', data })).toEqual({
      answer: [404, 'NOT_FOUND'],
      pointer: '/data/type',
    });
    const byHref = await operation(create(), { op: 'add', href: '/nothing', data });
    expect(byHref).toEqual({ answer: [404, 'NOT_FOUND'], pointer: '/href' });
  });

  test('update: the data is the target', async () => {
    const data = { type: 'nothing', id: '7' };
    expect(await operation(create(), { op: 'update', data })).toEqual({
      answer: [404, 'NOT_FOUND'],
      pointer: '/data/type',
    });
    const missing = { op: 'update', data: { ...update, id: '99' } };
    expect(await operation(create(), missing)).toEqual({ answer: [404, 'NOT_FOUND'], pointer: '/data' });
  });

  test('a resource, a type, and a relationship that the user cannot see are like unknown ones', async () => {
    const server = create({
      access: {
        people: { read: () => false, update: () => true, updateRelationship: () => true },
        articles: { fields: () => ({ except: ['author'] }), update: () => true, updateRelationship: () => true },
      },
    });
    for (const [given, pointer] of [
      [{ op: 'update', ref: resource, data: update }, '/ref'],
      [{ op: 'update', href: '/people/7', data: update }, '/href'],
      [{ op: 'update', ref: { type: 'articles', id: '1', relationship: 'author' }, data: null }, '/ref/relationship'],
      [{ op: 'update', href: '/articles/1/relationships/author', data: null }, '/href'],
    ] as const)
      expect(await operation(server, given)).toEqual({ answer: [404, 'NOT_FOUND'], pointer });
  });
});

describe.each(['add', 'remove'] as const)('%s of members of a to-one relationship', (op) => {
  test.each([
    ['the relationship', 'friend', [resource]],
    ['with data that is not an array', 'friend', resource],
    ['without data', 'friend', undefined],
  ])('is 403 everywhere: %s', async (_, relationship, data) => {
    const url = `/people/8/relationships/${relationship}`;
    const content = data === undefined ? {} : { data };
    expect(await single(create(), op, url, data ?? null)).toEqual([403, 'OPERATION_NOT_SUPPORTED']);
    for (const target of [{ ref: { type: 'people', id: '8', relationship } }, { href: url }])
      expect(await operation(create(), { op, ...target, ...content })).toEqual({
        answer: [403, 'OPERATION_NOT_SUPPORTED'],
        pointer: '/op',
      });
  });
});
