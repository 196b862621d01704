/** Deletions that delete other resources, too: the rules of all of them decide. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { AccessRules } from './access-rules.ts';

const owner = attribute(z.string().default('ada'), { filter: true });
const api = defineApi({
  orders: { attributes: { owner }, relationships: { lines: toMany('lines') } },
  lines: {
    attributes: { owner },
    relationships: { order: toOne('orders', { onDelete: 'cascade', inverse: 'lines' }) },
  },
  notes: {
    attributes: { owner },
    relationships: {
      subject: toOne(['lines', 'orders'], { onDelete: 'cascade', write: 'create' }),
      seen: toOne('orders', { inverse: undefined }),
    },
  },
});

const line = (id: string, order: string) => ({ id, owner: 'ada', order });
const note = (id: string, type: string, subject: string) => ({
  id,
  owner: 'ada',
  subject: { type: type as 'lines', id: subject },
  seen: null,
});

function open(access: AccessRules<typeof api>, defaultAccess?: 'deny') {
  const sources = createMemorySources(api, {
    orders: ['1', '2', '3'].map((id) => ({ id, owner: 'ada' })),
    lines: [line('1', '1'), line('2', '1'), { ...line('3', '2'), owner: 'bo' }],
    notes: [note('1', 'lines', '1'), note('2', 'lines', '3'), note('3', 'orders', '3')],
  });
  return createServer(api, sources, { defaultAccess: 'allow', access, ...(defaultAccess && { defaultAccess }) });
}

const isAda = (_: unknown, { record }: { readonly record: { readonly owner?: unknown } | undefined }) =>
  record?.owner === 'ada';
const read = () => true;
const becauseOfOthers =
  'You are not allowed to delete this resource, because you are not allowed to change or delete all resources that reference it.';

describe('`onDelete: cascade` asks for each resource that the deletion deletes', () => {
  test.each<[string, AccessRules<typeof api>, string, number]>([
    ['without rules', {}, '1', 204],
    ['a rule that allows them', { lines: { delete: isAda } }, '1', 204],
    ['a rule that rejects one of them', { lines: { delete: isAda } }, '2', 403],
    ['a rule that rejects all', { lines: { delete: () => false } }, '1', 403],
    ['a rule for resources that are not linked', { lines: { delete: () => false } }, '3', 204],
    ['a hidden one', { lines: { read: () => [{ field: 'owner', values: ['ada'] }] } }, '2', 403],
    ['hidden ones of another resource', { lines: { read: () => [{ field: 'owner', values: ['ada'] }] } }, '1', 204],
    ['all of them hidden', { lines: { read: () => false } }, '1', 403],
    // The link is not changed: the record is deleted.
    ['rules for changes', { lines: { update: () => false, updateRelationship: () => false } }, '1', 204],
    ['a rule two steps away', { notes: { delete: () => false } }, '1', 403],
    ['a rule two steps away, for a type with the same id', { notes: { delete: (_, { id }) => id !== '1' } }, '2', 204],
    ['a rule of a type that is linked in several ways', { notes: { delete: () => false } }, '3', 403],
  ])('%s', async (_, access, id, status) => {
    const server = open(access);
    const count = async () => (await send(open({}), 'GET /lines')).document.data.length;
    const answer = await send(server, `DELETE /orders/${id}`);
    expect(answer.status).toBe(status);
    // The reason is the same for resources that the user reads, and for hidden ones.
    expect(answer.document?.errors[0].detail).toBe(status === 403 ? becauseOfOthers : undefined);
    const left = (await send(server, 'GET /orders')).document.data.map((order: { id: string }) => order.id);
    expect(left.includes(id)).toBe(status === 403);
    expect(await count()).toBe(3);
  });

  test('a rule of the resource itself is another reason', async () => {
    const { status, document } = await send(open({ orders: { delete: () => false } }), 'DELETE /orders/1');
    expect([status, document.errors[0].detail]).toEqual([403, 'You are not allowed to delete this resource.']);
  });

  test('denies by default', async () => {
    const allowed = { read, delete: () => true };
    expect((await send(open({ orders: allowed }, 'deny'), 'DELETE /orders/1')).status).toBe(403);
    expect((await send(open({ orders: allowed, lines: allowed }, 'deny'), 'DELETE /orders/1')).status).toBe(403);
    const all = { orders: allowed, lines: allowed, notes: allowed };
    expect((await send(open(all, 'deny'), 'DELETE /orders/1')).status).toBe(204);
  });

  test('calls no rules of a relationship that `uncheckedInverses` opens', async () => {
    const sources = createMemorySources(api, { orders: [{ id: '1', owner: 'a' }], lines: [line('1', '1')], notes: [] });
    const access = { lines: { delete: () => false } };
    const server = createServer(api, sources, {
      defaultAccess: 'allow',
      access,
      uncheckedInverses: { lines: ['order'] },
    });
    expect((await send(server, 'DELETE /orders/1')).status).toBe(204);
  });
});
