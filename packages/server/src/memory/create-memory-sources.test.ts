import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from './create-memory-sources.ts';

const api = defineApi({
  trees: { attributes: { name: z.string() }, relationships: { parent: toOne('trees'), children: toMany('trees') } },
});
const call = { context: undefined, signal: new AbortController().signal };
const selection = { attributes: new Set<never>(), relationships: new Set<never>() };

describe('createMemorySources', () => {
  test('keeps relationships as identifiers, and takes nested records as such', async () => {
    const { trees } = createMemorySources(api, { trees: [{ id: 1, name: 'a', children: [{ id: 2, name: 'b' }] }] });
    expect(await trees?.find?.(['1', '2'], selection, call)).toEqual([
      { id: '1', name: 'a', parent: null, children: [{ type: 'trees', id: '2' }] },
    ]);
  });

  test('does not change when the records it began with do', async () => {
    const record = { id: 1, name: 'a', children: [2] };
    const { trees } = createMemorySources(api, { trees: [record] });
    record.name = 'changed';
    record.children.push(3);
    expect(await trees?.find?.(['1'], selection, call)).toMatchObject([{ name: 'a', children: [{ id: '2' }] }]);
  });

  test.each([null, {}, 'x', 5])('rejects records of a type that are not an array: %j', (records) => {
    expect(() => createMemorySources(api, { trees: records } as never)).toThrow(
      /^createMemorySources: `records\.trees` must be an array, but it is /,
    );
  });

  test('rejects records of a type that the API lacks', () => {
    expect(() => createMemorySources(api, { tree: [] } as object)).toThrow(
      'createMemorySources: records: unknown resource type "tree".',
    );
  });

  test.each<[string, object[]]>([
    ['no id', [{ name: 'a' }]],
    [
      'an id twice',
      [
        { id: 1, name: 'a' },
        { id: '1', name: 'b' },
      ],
    ],
    ['an array for to-one', [{ id: 1, name: 'a', parent: [] }]],
    ['no array for to-many', [{ id: 1, name: 'a', children: 2 }]],
    ['an identifier of another type', [{ id: 1, name: 'a', parent: {} }]],
  ])('rejects records with %s', (_, trees) => {
    expect(() => createMemorySources(api, { trees } as never)).toThrow(TypeError);
  });

  test('never reuses an id, whether a client or the source chose it, also after a deletion', async () => {
    const { trees } = createMemorySources(api, { trees: [{ id: 2, name: 'a' }] });
    const create = async (id?: string) => {
      const input = { type: 'trees' as const, attributes: { name: 'x' }, relationships: {} };
      const created = await trees?.create?.(id === undefined ? input : { ...input, id }, call);
      return (created as { readonly id: unknown }).id;
    };
    expect([await create('3'), await create()]).toEqual(['3', '4']);
    await create('5');
    for (const id of ['2', '3', '4', '5']) await trees?.delete?.(id, call);
    expect(await create()).toBe('6');
  });

  test('related leaves a missing parent out', async () => {
    const { trees } = createMemorySources(api, { trees: [{ id: 1, name: 'a', children: [2] }] });
    const found = await trees?.related?.('children', ['1', '9'], { atMost: 5, selection }, call);
    expect([...(found ?? [])]).toEqual([['1', { records: [{ type: 'trees', id: '2' }] }]]);
  });
});
