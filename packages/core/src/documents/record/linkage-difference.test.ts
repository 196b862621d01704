import { expect, test } from 'vitest';
import { linkageDifference } from './linkage-difference.ts';

const x = (id: string) => ({ type: 'x', id });
const y = (id: string) => ({ type: 'y', id });

test.each([
  ['a replacement', [x('1'), x('2')], { replace: [x('2'), x('3')] }, [x('3')], [x('1')]],
  ['a replacement by nothing', [x('1')], { replace: [] }, [], [x('1')]],
  ['a replacement of to-one', x('1'), { replace: x('2') }, [x('2')], [x('1')]],
  ['a to-one relationship that is emptied', x('1'), { replace: null }, [], [x('1')]],
  ['a to-one relationship that stays', x('1'), { replace: x('1') }, [], []],
  ['RUP-04 members to add', [x('1')], { add: [x('1'), x('2'), x('2')] }, [x('2')], []],
  ['members in their order', [x('1')], { add: [x('3'), x('2'), x('1'), x('3')] }, [x('3'), x('2')], []],
  ['RUP-07 members to remove', [x('1'), x('2')], { remove: [x('2'), x('9')] }, [], [x('2')]],
  ['equal ids of several types', [x('1')], { add: [y('1')] }, [y('1')], []],
  ['no members yet', undefined, { add: [x('1')] }, [x('1')], []],
])('the difference of %s', (_, current, change, added, removed) => {
  expect(linkageDifference(current, change)).toEqual({ added, removed });
});

test('a change that inherits a member does not have it', () => {
  const change = Object.assign(Object.create({ remove: [x('1')] }), { replace: [] });
  expect(linkageDifference([x('1'), x('2')], change).removed).toEqual([x('1'), x('2')]);
});
