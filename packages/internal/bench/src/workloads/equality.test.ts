import { expect, test } from 'vitest';
import { canonical, firstDifference } from './equality.ts';

test.each([
  [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, undefined],
  [{ a: 1 }, { a: 2 }, '/a: 1 became 2'],
  [{ a: 1 }, {}, '/a is missing'],
  [{}, { a: { b: 1 } }, '/a is added: {"b":1}'],
  [[1], [1, 2], '/1 is added: 2'],
  [[], {}, '/: [] became {}'],
])('%j and %j', (wanted, given, difference) => {
  expect(firstDifference(wanted, given)).toBe(difference);
});

test('the order of included says nothing', () => {
  const strings = [
    '{"data":null,"included":[{"type":"a","id":"2"},{"type":"a","id":"1"}]}',
    '{"included":[{"type":"a","id":"1"},{"type":"a","id":"2"}],"data":null}',
  ];
  expect(canonical(strings[0]!)).toEqual(canonical(strings[1]!));
});
