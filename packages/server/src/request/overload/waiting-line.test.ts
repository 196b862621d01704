import { expect, test } from 'vitest';
import { createWaitingLine } from './waiting-line.ts';

const ignore = (): void => undefined;

test('calls entries in the order in which they joined', () => {
  const line = createWaitingLine();
  const called: string[] = [];
  for (const name of ['a', 'b', 'c']) line.join(() => called.push(name), ignore);
  expect([line.length(), line.callFirst(), line.callFirst(), line.length()]).toEqual([3, true, true, 1]);
  expect([line.callFirst(), line.callFirst(), line.length()]).toEqual([true, false, 0]);
  expect(called).toEqual(['a', 'b', 'c']);
});

test.each([
  [[0], 'bcd'],
  [[3], 'abc'],
  [[1, 2], 'ad'],
  [[2, 1, 0], 'd'],
  [[0, 3], 'bc'],
  [[3, 2, 1, 0], ''],
])('entries %j can leave, the others stay in order', (leaving, rest) => {
  const line = createWaitingLine();
  const called: string[] = [];
  const leave = [...'abcd'].map((name) => line.join(() => void called.push(name), ignore));
  for (const index of leaving) leave[index]?.();
  line.join(() => void called.push('e'), ignore);
  for (let turn = 0; turn < 10 && line.callFirst(); turn++);
  expect([called.join(''), line.length()]).toEqual([`${rest}e`, 0]);
});

test('drops the last entry, which is not called', () => {
  const line = createWaitingLine();
  const called: string[] = [];
  for (const name of 'abc') {
    line.join(
      () => called.push(name),
      () => called.push(`-${name}`),
    );
  }
  expect([line.dropLast(), line.callFirst(), line.dropLast(), line.dropLast(), line.callFirst()]).toEqual([
    ...[true, true, true, false, false],
  ]);
  expect([called.join(' '), line.length()]).toEqual(['-c a -b', 0]);
});
