import { expect, test } from 'vitest';
import { groupMembers } from './group-members.ts';

test('groups the members of each parent, and skips other parents', () => {
  const rows = [
    { parent: 1, id: 'a' },
    { parent: '1', id: 'b' },
    { parent: 7, id: 'c' },
  ];
  expect([...groupMembers(['1', '2'], rows)]).toEqual([
    ['1', { records: ['a', 'b'] }],
    ['2', { records: [] }],
  ]);
});
