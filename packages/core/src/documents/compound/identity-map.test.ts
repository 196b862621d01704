import { expect, test } from 'vitest';
import type { ResourceType } from '../../schema/api.ts';
import { defineApi } from '../../schema/define-api.ts';
import { addIncluded, addPrimaryResource, createIdentityMap, entryOf } from './identity-map.ts';
import type { IncludeNode } from './include-plan.ts';
import { createEntry } from './resource-entry.ts';

const api = defineApi({ a: {}, b: {}, c: {}, d: {} });
const typeOf = (name: string): ResourceType => api.types.get(name) as ResourceType;
const node = {} as IncludeNode;
const createMap = () => createIdentityMap({ api, related: undefined, typeOf: undefined, identifierMeta: undefined });

test('a primary resource occurs once', () => {
  const map = createMap();
  addPrimaryResource(map, createEntry(typeOf('a'), '1', {}, node));
  addPrimaryResource(map, createEntry(typeOf('b'), '1', {}, node));
  expect(() => addPrimaryResource(map, createEntry(typeOf('a'), '1', {}, node))).toThrow('(rule unique-resources)');
});

test.each([1, 8, 9, 40])('%d entries are found again, however their types take turns', (count) => {
  const map = createMap();
  const names = ['a', 'b', 'c', 'd'];
  const typeAt = (index: number): ResourceType => typeOf(names[index % names.length] as string);
  const entries = Array.from({ length: count }, (_, index) =>
    createEntry(typeAt(index), String(Math.floor(index / names.length)), {}, node),
  );
  for (const entry of entries) {
    expect(entryOf(map, entry.type, entry.id)).toBeUndefined();
    addIncluded(map, entry);
  }
  for (const entry of [...entries, ...entries.toReversed()]) expect(entryOf(map, entry.type, entry.id)).toBe(entry);
  expect(map.included).toEqual(entries);
  expect(entryOf(map, typeOf('a'), 'other')).toBeUndefined();
});
