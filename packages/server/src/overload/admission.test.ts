import { expect, test } from 'vitest';
import { createAdmission, type Place } from './admission.ts';

const limits = { concurrency: 2, queue: 3, loopDelay: Number.POSITIVE_INFINITY };
const create = () => {
  const admission = createAdmission(limits);
  if (admission === undefined) throw new Error('There are limits.');
  return admission;
};
const kindOf = ({ state, turn }: Place): string => (turn === undefined ? state : 'waiting');

test('requests start, wait, and are rejected at the limits', () => {
  const admission = create();
  expect(Array.from({ length: 7 }, () => kindOf(admission.enter()))).toEqual([
    ...['accepted', 'accepted', 'waiting', 'waiting', 'waiting', 'rejected', 'rejected'],
  ]);
});

test('a request that leaves twice frees one place', () => {
  const admission = create();
  const first = admission.enter();
  admission.enter();
  for (let time = 0; time < 5; time++) first.leave();
  expect(Array.from({ length: 2 }, () => kindOf(admission.enter()))).toEqual(['accepted', 'waiting']);
});

test('a waiting request that leaves twice frees one place in the line, and later one place', async () => {
  const admission = create();
  const [first, second] = [admission.enter(), admission.enter()];
  const [third, fourth] = [admission.enter(), admission.enter()];
  third.leave();
  third.leave();
  first.leave();
  await fourth.turn;
  fourth.leave();
  fourth.leave();
  second.leave();
  expect(Array.from({ length: 6 }, () => kindOf(admission.enter()))).toEqual([
    ...['accepted', 'accepted', 'waiting', 'waiting', 'waiting', 'rejected'],
  ]);
});
