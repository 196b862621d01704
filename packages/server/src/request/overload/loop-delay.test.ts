import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { measureLoopDelay } from './loop-delay.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** As many other requests as make a delay a load. */
const several = 3;

function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a blocked loop raises the average, a free loop lowers it', async () => {
  const delay = measureLoopDelay();
  expect(delay.read(several)).toBe(0);
  block(300);
  // Before the loop goes on: the other requests of this turn.
  expect(delay.read(several)).toBeGreaterThan(250);
  await sleep(1);
  const blocked = delay.read(several);
  expect(blocked).toBeGreaterThan(60);
  // Rejected requests read it too.
  for (let turn = 0; turn < 40; turn++) {
    await sleep(10);
    delay.read(several);
  }
  expect(delay.read(several)).toBeLessThan(blocked / 2);
});

test('without requests, there is no timer, and the average is forgotten', () => {
  vi.useFakeTimers();
  const delay = measureLoopDelay();
  expect(vi.getTimerCount()).toBe(0);
  for (let turn = 0; turn < 100; turn++) delay.read(several);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(100);
  expect(vi.getTimerCount()).toBe(0);
  expect(delay.read(several)).toBe(0);
  expect(vi.getTimerCount()).toBe(1);
});

test('a timer that the host cancels does not stop the measurement', () => {
  vi.useFakeTimers();
  const delay = measureLoopDelay();
  delay.read(several);
  vi.clearAllTimers();
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(20_000);
  expect([delay.read(several), vi.getTimerCount()]).toEqual([0, 1]);
});

test('a timer that fires after it was regarded as lost is ignored', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const delay = measureLoopDelay();
  delay.read(several);
  vi.advanceTimersByTime(1);
  // The loop is blocked for longer than a timer can be late.
  now += 20_000;
  expect([delay.read(several), vi.getTimerCount()]).toEqual([0, 2]);
  vi.advanceTimersByTime(1);
  // Its delay does not count either.
  expect([delay.read(several), vi.getTimerCount()]).toEqual([0, 1]);
  for (let turn = 0; turn < 3; turn++) {
    vi.advanceTimersByTime(100);
    expect([delay.read(several), vi.getTimerCount()]).toEqual([0, 1]);
  }
});

test.each([
  [10_000, 10_000, 1],
  [10_001, 0, 2],
])(
  'a turn of the loop of %d ms counts as a delay of %d ms: a timer that is later than 10 seconds is lost',
  (late, delayed, timers) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let now = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const delay = measureLoopDelay();
    delay.read(several);
    now += late + 2;
    expect([delay.read(several), vi.getTimerCount()]).toEqual([delayed, timers]);
  },
);

test('a delay in a turn with few requests is not a load, however long it is', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const delay = measureLoopDelay();
  // One client that waits for each response, on a machine that pauses the process again and again.
  for (let request = 0; request < 30; request++) {
    expect(delay.read(request % 3)).toBe(0);
    now += 400;
    expect(delay.read(0)).toBe(0);
    vi.advanceTimersByTime(2);
  }
  // A crowd: also requests of which none waits for another.
  for (let request = 0; request < 4; request++) delay.read(0);
  now += 402;
  expect(delay.read(0)).toBe(400);
});
