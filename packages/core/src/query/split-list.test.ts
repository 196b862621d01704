import { expect, test, vi } from 'vitest';
import { splitList } from './split-list.ts';

const many = Array.from({ length: 40 }, (_, index) => `n${index}`);

test.each([
  ['', []],
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  ['a,', ['a', '']],
  [',', ['']],
  [' a, b', [' a', ' b']],
  ['b,a,b', ['b', 'a']],
  ['a,a', ['a']],
  [many.join(','), many],
  [[...many, ...many].join(','), many],
])('%j is %j, each once', (value, members) => {
  expect(splitList(value)).toEqual(members);
});

test('a long list is not searched for each of its members', () => {
  const value = Array.from({ length: 5000 }, (_, index) => `n${index}`).join(',');
  const search = vi.spyOn(Array.prototype, 'indexOf');
  try {
    const members = splitList(value);
    const searched = search.mock.contexts.filter((it) => (it as readonly unknown[]).length >= 1000);
    expect([members.length, searched.length]).toEqual([5000, 0]);
  } finally {
    search.mockRestore();
  }
});
