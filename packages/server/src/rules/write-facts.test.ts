import { attribute, defineApi, type FilterCondition } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { LinkAccess } from './request-access.ts';
import { WriteFacts } from './write-facts.ts';

const text = attribute(z.string(), {});
const api = defineApi({ people: { attributes: { name: text } }, tags: { attributes: { name: text } } });
const byName: readonly FilterCondition[] = [{ field: 'name', operator: 'eq', values: ['a'] }];
const onPath: readonly FilterCondition[] = [{ field: 'articles.title', operator: 'eq', values: ['a'] }];

/** Returns access to sources that declare what their records store. */
function accessTo(stored: readonly string[]): LinkAccess {
  const source = { can: { applies: { find: { stored: new Set(stored) } } } };
  return { typeOf: (name: string) => api.types.get(name), unguardedSourceOf: () => source } as never;
}

test('which resources a user can read is known for those that were asked for', () => {
  const facts = new WriteFacts();
  facts.keepSeen('people', byName, ['1', '2'], [{ id: '1' }, { id: '9' }]);
  facts.keepSeen('people', byName, ['3'], []);
  expect(['1', '2', '3', '9'].map((id) => facts.canRead('people', id))).toEqual([true, false, false, undefined]);
  expect(facts.canRead('tags', '1')).toBeUndefined();
  expect(facts.readable('people', [{ id: '1' }, { id: '2' }])).toEqual([{ id: '1' }]);
  expect(facts.readable('people', [{ id: '1' }, { id: '9' }])).toBeUndefined();
});

test('only records that were read, and linkage that is whole, are known', () => {
  const facts = new WriteFacts();
  facts.keepRecords('people', [{ id: '1', name: 'a' } as never]);
  expect(facts.record('people', '1')).toEqual({ id: '1', name: 'a' });
  expect([facts.record('people', '2'), facts.record('tags', '1')]).toEqual([undefined, undefined]);
  const linkage = { of: () => [], isWhole: true };
  facts.keepLinkage('friends', linkage);
  facts.keepLinkage('tags', { of: () => [], isWhole: false });
  expect([facts.linkage.get('friends'), facts.linkage.get('tags')]).toEqual([linkage, undefined]);
});

describe('after a write', () => {
  test.each<
    [title: string, written: string, accessFilter: typeof byName, stored: readonly string[], known: boolean | undefined]
  >([
    ['of another type, what the records store decides as before', 'tags', byName, ['id', 'name'], true],
    ['without conditions, other resources still exist', 'tags', [], ['id'], true],
    ['of the same type, nothing is known', 'people', byName, ['id', 'name'], undefined],
    ['a condition on a path is asked again', 'tags', onPath, ['id', 'name'], undefined],
    ['an attribute that is not stored in the record is asked again', 'tags', byName, ['id'], undefined],
    ['a source that does not declare that its rows exist on their own is asked again', 'tags', [], ['name'], undefined],
  ])('%s', (_, written, accessFilter, stored, known) => {
    const facts = new WriteFacts();
    facts.keepSeen('people', accessFilter, ['1'], [{ id: '1' }]);
    facts.keepRecords('people', [{ id: '1' }]);
    facts.keepLinkage('friends', { of: () => [], isWhole: true });
    const after = facts.afterWrite(accessTo(stored), written);
    expect(after.canRead('people', '1')).toBe(known);
    // Records and linkage are those of before the write.
    expect([after.record('people', '1'), after.linkage.get('friends')]).toEqual([undefined, undefined]);
  });
});
