import { defineApi, toMany, toOne } from '@linkage/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blogServer, identities, send } from '../../test/support.ts';
import { createMemorySources } from './create-memory-sources.ts';
import type { MemoryTable } from './memory-table.ts';
import { createReferrers } from './referrers.ts';

const api = defineApi({
  trees: {
    attributes: { name: z.string() },
    relationships: { parent: toOne('trees'), near: toMany(['trees', 'stones']) },
  },
  stones: { attributes: {}, relationships: { under: toOne('trees') } },
});
const call = { context: undefined, signal: new AbortController().signal };
const whole = { attributes: new Set<never>(), relationships: new Set<never>() };
const tree = (id: string) => ({ type: 'trees', id }) as const;
const stone = (id: string) => ({ type: 'stones', id }) as const;

describe('DELETE', () => {
  test('no record references the resource any more, except a to-one relationship with several target types', async () => {
    const { server } = blogServer();
    for (const url of ['/people/7', '/comments/4']) expect((await send(server, `DELETE ${url}`)).status).toBe(204);
    const linkage = async (url: string) => (await send(server, `GET ${url}`)).document.data;
    expect(await linkage('/articles/1/relationships/author')).toBeNull();
    expect(identities(await linkage('/articles/1/relationships/comments'))).toEqual(['comments 5', 'comments 6']);
    expect(await linkage('/comments/5/relationships/on')).toEqual({ type: 'comments', id: '4' });
    expect(await linkage('/people/8/relationships/friend')).toBeNull();
    expect(identities(await linkage('/shelves/1/relationships/items'))).toEqual(['articles 2']);
  });

  test('200 of 200: one that was linked later, replaced, unlinked, or linked to itself', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => String(index));
    const { trees } = createMemorySources(api, {
      trees: ids.map((id) => ({ id, name: id, parent: id, near: ids.map(tree) })),
    });
    await trees?.updateRelationship?.('0', 'near', { add: [stone('1')] }, call);
    await trees?.updateRelationship?.('0', 'near', { remove: [tree('5')] }, call);
    await trees?.updateRelationship?.('1', 'parent', { replace: tree('0') }, call);
    for (const id of ids.slice(2)) await trees?.delete?.(id, call);
    const found = await trees?.find?.(['0', '1'], whole, call);
    expect(found).toMatchObject([
      { parent: tree('0'), near: [tree('0'), tree('1'), stone('1')] },
      { parent: tree('0'), near: [tree('0'), tree('1')] },
    ]);
  });

  test('the same id of another type stays', async () => {
    const { trees, stones } = createMemorySources(api, {
      trees: [{ id: 1, name: 'a', near: [tree('1'), stone('1')] }],
      stones: [{ id: 1, under: 1 }],
    });
    await stones?.delete?.('1', call);
    expect(await trees?.find?.(['1'], whole, call)).toMatchObject([{ near: [tree('1')] }]);
  });

  test('a transaction that fails takes the removal back, and the next deletion finds everything', async () => {
    const { trees } = createMemorySources(api, {
      trees: [
        { id: 1, name: 'a', near: [tree('2'), tree('3')] },
        { id: 2, name: 'b', parent: 3 },
        { id: 3, name: 'c', parent: 2 },
      ],
    });
    const all = async () => JSON.stringify(await trees?.find?.(['1', '2', '3'], whole, call));
    const before = await all();
    const failing = trees?.transaction?.(async (inside) => {
      await trees?.delete?.('2', inside);
      await trees?.updateRelationship?.('1', 'near', { replace: [] }, inside);
      await trees?.delete?.('3', inside);
      throw new Error('no');
    }, call);
    await expect(failing).rejects.toThrow('no');
    expect(await all()).toBe(before);
    await trees?.delete?.('3', call);
    expect(await trees?.find?.(['1', '2'], whole, call)).toMatchObject([{ near: [tree('2')] }, { parent: null }]);
  });
});

test('whatever happens, linkage leads to what exists', async () => {
  const id = fc.constantFrom('1', '2', '3', '4');
  const step = fc.record({
    kind: fc.constantFrom('delete', 'updateRelationship', 'update', 'fail'),
    id,
    to: fc.array(id),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step), async (steps) => {
      const ids = ['1', '2', '3', '4'];
      const { trees } = createMemorySources(api, {
        trees: ids.map((it) => ({ id: it, name: it, near: ids.map(tree) })),
      });
      const left = new Set(ids);
      for (const { kind, id: on, to } of steps) {
        const near = [...new Set(to)].filter((it) => left.has(it)).map(tree);
        if (kind === 'updateRelationship') await trees?.updateRelationship?.(on, 'near', { replace: near }, call);
        if (kind === 'update') {
          const relationships = { near, parent: near[0] ?? null };
          await trees?.update?.(on, { type: 'trees', id: on, attributes: {}, relationships }, call);
        }
        if (kind === 'delete') expect(await trees?.delete?.(on, call)).toBe(left.delete(on));
        if (kind !== 'fail') continue;
        const failing = trees?.transaction?.(async (inside) => Promise.reject(await trees?.delete?.(on, inside)), call);
        await expect(failing).rejects.toBe(left.has(on));
      }
      const records = ((await trees?.find?.(ids, whole, call)) ?? []) as readonly {
        readonly near?: unknown;
        readonly parent?: unknown;
      }[];
      const linked = records.flatMap(({ near, parent }) => [near, parent ?? []].flat()) as readonly {
        readonly id: string;
      }[];
      expect(linked.filter((it) => !left.has(it.id))).toEqual([]);
    }),
  );
});

test('reads the tables once, however many resources are deleted', () => {
  let reads = 0;
  const table: MemoryTable = new Map(
    Array.from({ length: 1000 }, (_, index) => [String(index), { id: String(index), parent: tree(String(index + 1)) }]),
  );
  const values = table.values.bind(table);
  table.values = () => {
    reads++;
    return values();
  };
  const referrers = createReferrers(api, new Map([['trees', table]]));
  for (let id = 999; id > 0; id--) {
    expect(referrers.take('trees', String(id))).toEqual([
      { type: 'trees', table, relationship: 'parent', id: String(id - 1) },
    ]);
    expect(referrers.take('trees', String(id))).toEqual([]);
  }
  expect(reads).toBe(1);
});
