import { expect, test, vi } from 'vitest';
import { createAdmission, type Place } from './admission.ts';

const limits = { concurrency: 2, queue: 3, loopDelay: Number.POSITIVE_INFINITY };
const create = () => {
  const admission = createAdmission(limits, 1);
  if (admission === undefined) throw new Error('There are limits.');
  return { enter: (isShortRequest: () => boolean) => admission.enter({ isShortRequest, database: () => undefined }) };
};
const isShortRequest = (): boolean => true;
const isLong = (): boolean => false;
const kindOf = ({ state, turn }: Place): string => (turn === undefined ? state : 'waiting');

test('requests start, wait, and are rejected at the limits', () => {
  const admission = create();
  expect(Array.from({ length: 7 }, () => kindOf(admission.enter(isShortRequest)))).toEqual([
    ...['accepted', 'accepted', 'waiting', 'waiting', 'waiting', 'rejected', 'rejected'],
  ]);
});

test('a request that leaves twice frees one place', () => {
  const admission = create();
  const first = admission.enter(isShortRequest);
  admission.enter(isShortRequest);
  for (let time = 0; time < 5; time++) first.leave();
  expect(Array.from({ length: 2 }, () => kindOf(admission.enter(isShortRequest)))).toEqual(['accepted', 'waiting']);
});

test('a waiting request that leaves twice frees one place in the line, and later one place', async () => {
  const admission = create();
  const [first, second] = [admission.enter(isShortRequest), admission.enter(isShortRequest)];
  const [third, fourth] = [admission.enter(isShortRequest), admission.enter(isShortRequest)];
  third.leave();
  third.leave();
  first.leave();
  await fourth.turn;
  fourth.leave();
  fourth.leave();
  second.leave();
  expect(Array.from({ length: 6 }, () => kindOf(admission.enter(isShortRequest)))).toEqual([
    ...['accepted', 'accepted', 'waiting', 'waiting', 'waiting', 'rejected'],
  ]);
});

test('short requests overtake the others in the queue', async () => {
  const admission = create();
  const first = admission.enter(isLong);
  admission.enter(isLong);
  const long = admission.enter(isLong);
  const short = admission.enter(isShortRequest);
  const turns: string[] = [];
  for (const [name, { turn }] of Object.entries({ long, short })) void turn?.then(() => turns.push(name));
  first.leave();
  await short.turn;
  expect(turns).toEqual(['short']);
  short.leave();
  await long.turn;
  expect(turns).toEqual(['short', 'long']);
});

test('in a full queue, a short request takes the place of the last long one, which receives 503', async () => {
  const admission = create();
  admission.enter(isLong);
  admission.enter(isLong);
  const waiting = [isLong, isShortRequest, isLong].map((it) => admission.enter(it));
  expect(kindOf(admission.enter(isLong))).toBe('rejected');
  expect(kindOf(admission.enter(isShortRequest))).toBe('waiting');
  await expect(waiting.at(2)?.turn).rejects.toMatchObject({ status: 503 });
  // It has left already.
  waiting.at(2)?.leave();
  expect(kindOf(admission.enter(isShortRequest))).toBe('waiting');
  await expect(waiting.at(0)?.turn).rejects.toMatchObject({ status: 503 });
  expect(kindOf(admission.enter(isShortRequest))).toBe('rejected');
});

test('a request is estimated only if the server is busy', () => {
  const admission = create();
  let estimates = 0;
  const count = (): boolean => {
    estimates++;
    return true;
  };
  for (let request = 0; request < 2; request++) admission.enter(count);
  expect(estimates).toBe(0);
  for (let request = 0; request < 3; request++) admission.enter(count);
  expect(estimates).toBe(3);
  // Nothing in the queue can make room.
  expect(kindOf(admission.enter(count))).toBe('rejected');
  expect(estimates).toBe(3);
});

test('without a limit, there is no admission, so that requests cost nothing more', () => {
  const none = Number.POSITIVE_INFINITY;
  for (const loopDelay of [0, none])
    expect(createAdmission({ concurrency: none, queue: none, loopDelay }, 1)).toBeUndefined();
  expect(createAdmission({ concurrency: none, queue: none, loopDelay: 1 }, 1)).toBeDefined();
  expect(createAdmission({ concurrency: 1, queue: 0, loopDelay: 0 }, 1)).toBeDefined();
});

test('a request is rejected if the event loop is later than the limit, not if it is exactly as late', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let now = 1000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    const admission = createAdmission({ ...limits, concurrency: 100, loopDelay: 50 }, 1);
    for (let request = 0; request < 3; request++)
      expect(admission?.enter({ isShortRequest, database: () => undefined }).state).toBe('accepted');
    const states = [0, 52, 1, 0].map((milliseconds) => {
      now += milliseconds;
      return admission?.enter({ isShortRequest, database: () => undefined }).state;
    });
    // The timer is due 2 ms after the first request.
    expect(states).toEqual(['accepted', 'accepted', 'rejected', 'rejected']);
  } finally {
    clock.mockRestore();
    vi.useRealTimers();
  }
});
