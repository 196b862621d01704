import { JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import type { PageSlice } from '../port/data-source.ts';
import { pageOfMembers } from './page-of-members.ts';

// The records repeat a member, in no order.
const members = ['d', 'b', 'e', 'a', 'b', 'c'];
const pageOf = (slice: Partial<PageSlice>) =>
  pageOfMembers(members, members, { offset: 0, limit: 2, positions: true, ...slice });

describe('a page by positions: sorted, without duplicates, and stable if members are removed', () => {
  test.each<[string, Partial<PageSlice>, string, hasPrevious: boolean, hasNext: boolean]>([
    ['the first page', {}, 'a,b', false, true],
    ['after a member', { after: ['b'] }, 'c,d', true, true],
    ['after a removed member', { after: ['bb'] }, 'c,d', true, true],
    ['to the end', { after: ['d'] }, 'e', true, false],
    ['after the last member', { after: ['e'] }, '', true, false],
    ['after the end', { after: [] }, '', true, false],
    ['before a member: the last ones before it', { before: ['d'] }, 'b,c', true, true],
    ['before the second member', { before: ['b'] }, 'a', false, true],
    ['before the end', { before: [] }, 'd,e', true, false],
    ['before a position behind all', { before: ['x'] }, 'd,e', true, false],
    ['between two members', { after: ['a'], before: ['d'] }, 'b,c', true, true],
    ['between two members, at most so many', { after: ['a'], before: ['x'], limit: 1 }, 'b', true, true],
    ['between two members in the wrong order', { after: ['d'], before: ['a'] }, '', true, true],
  ])('%s', (_, slice, ids, hasPrevious, hasNext) => {
    const { records, positions, endPosition, ...others } = pageOf(slice);
    expect([records.join(), positions]).toEqual([ids, records.map((id) => [id])]);
    expect([others.hasPrevious, others.hasNext, endPosition]).toEqual([hasPrevious, hasNext, []]);
  });

  test.each([[['a', 'b']], [[1]], ['a'], [null], [{ identity: 'a' }]])('%j is not a position: 400', (position) => {
    for (const name of ['after', 'before'] as const) {
      const source = { parameter: `page[${name}]` };
      try {
        pageOf({ [name]: position });
        expect.unreachable();
      } catch (error) {
        expect(JsonApiError.is(error) && error.errors).toMatchObject([{ code: 'PAGE_INVALID', source }]);
      }
    }
  });
});

test('a page by offset has the order of the records, and no positions', () => {
  expect(pageOf({ positions: undefined, offset: 3, limit: 2 })).toMatchObject({
    records: ['a', 'b'],
    positions: undefined,
  });
});
