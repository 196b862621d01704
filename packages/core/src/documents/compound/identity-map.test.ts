import { expect, test } from 'vitest';
import type { ResourceType } from '../../schema/api.ts';
import { defineApi } from '../../schema/define-api.ts';
import { addPrimaryResource, createEntry, createIdentityMap, entriesOf } from './identity-map.ts';
import type { IncludeNode } from './include-plan.ts';

const api = defineApi({ a: {}, b: {}, c: {}, d: {} });
const typeOf = (name: string): ResourceType => api.types.get(name) as ResourceType;
const node = {} as IncludeNode;
const createMap = () => createIdentityMap({ api, related: undefined, typeOf: undefined });

test('a primary resource occurs once', () => {
  const map = createMap();
  addPrimaryResource(map, createEntry(typeOf('a'), '1', {}, node));
  addPrimaryResource(map, createEntry(typeOf('b'), '1', {}, node));
  expect(() => addPrimaryResource(map, createEntry(typeOf('a'), '1', {}, node))).toThrow('(rule unique-resources)');
});

test('the entries of a type stay the same, however the types take turns', () => {
  const map = createMap();
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) entriesOf(map, typeOf(name)).set(name, createEntry(typeOf(name), name, {}, node));
  for (const name of [...names, ...names.toReversed(), 'a', 'c', 'a', 'd', 'b', 'b']) {
    expect([...entriesOf(map, typeOf(name)).keys()]).toEqual([name]);
  }
});
