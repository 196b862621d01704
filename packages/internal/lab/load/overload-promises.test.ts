import { expect, test } from 'vitest';
import { type Measurement, overloadFigures, overloadPromises, type Phase } from './overload-promises.ts';

const mebibyte = 2 ** 20;

const half: Phase = {
  statuses: { 200: 4950, 503: 50 },
  accepted: { p50: 1, p99: 6 },
  rejected: { p50: 1, p99: 20 },
  slowest: 40,
  rate: 495,
  offered: 500,
  seconds: Array.from({ length: 10 }, () => ({ accepted: 495, p99: 6 })),
  memory: Array.from({ length: 11 }, () => 250 * mebibyte),
};
const over: Phase = {
  ...half,
  statuses: { 200: 5000, 503: 25_000 },
  accepted: { p50: 8, p99: 29 },
  slowest: 1900,
  rate: 500,
  offered: 3000,
  memory: Array.from({ length: 11 }, () => 300 * mebibyte),
};
const good: Measurement = {
  limits: '`concurrency` 16',
  duration: 10,
  capacity: 1000,
  half,
  over,
  recovery: half,
  after: half,
  heap: { before: 30 * mebibyte, after: 31 * mebibyte },
};

test('a measurement that keeps every promise', () => {
  expect(overloadPromises(good)).toEqual([]);
});

const slowSecond = { accepted: 495, p99: 31 };
const emptySecond = { accepted: 469, p99: 6 };
const broken: Record<string, [Partial<Measurement>, string]> = {
  'accepted requests take more than five times as long': [
    { over: { ...over, accepted: { p50: 8, p99: 30.1 } } },
    'three times: p99 of the accepted requests is 30.1 ms, not 30.0.',
  ],
  'more than 5 % are rejected at half load': [
    { half: { ...half, statuses: { 200: 4749, 503: 251 } } },
    'half: only 95.0 % accepted.',
  ],
  'the capacity was measured too low': [
    { over: { ...over, rate: 1101 } },
    'three times: 1101 requests per second were accepted, more than the capacity of 1000.',
  ],
  'the server accepts nearly nothing': [
    { over: { ...over, rate: 249 } },
    'three times: only 249 of 1000 requests per second were accepted.',
  ],
  'the load is not three times the capacity': [
    { over: { ...over, offered: 2499 } },
    'three times: the load generator sent only 2499 requests per second.',
  ],
  'the load is not half of the capacity': [
    { half: { ...half, offered: 470 } },
    'half: the load generator sent only 470 requests per second.',
  ],
  'a connection breaks': [
    { over: { ...over, statuses: { ...over.statuses, 0: 1 } } },
    'three times: the statuses 0; 0 is a broken connection.',
  ],
  'a response has another status': [
    { recovery: { ...half, statuses: { ...half.statuses, 500: 1 } } },
    'recovery: the statuses 500; 0 is a broken connection.',
  ],
  'a response takes more than 10 seconds': [
    { over: { ...over, slowest: 10_001 } },
    'three times: a response took 10001 ms.',
  ],
  'the server is slow in the first five seconds after the overload': [
    { recovery: { ...half, seconds: Array.from({ length: 5 }, () => slowSecond) } },
    'recovery: not within 5 seconds.',
  ],
  'the server rejects in the first five seconds after the overload': [
    { recovery: { ...half, seconds: [...Array.from({ length: 5 }, () => emptySecond), slowSecond] } },
    'recovery: not within 5 seconds.',
  ],
  'the server is slow later': [
    { after: { ...half, accepted: { p50: 1, p99: 31 } } },
    'after: p99 of the accepted requests is 31 ms.',
  ],
  'the memory grows while the overload lasts': [
    { over: { ...over, memory: Array.from({ length: 11 }, (_, index) => (300 + 10 * index) * mebibyte) } },
    'three times: the memory grew by 21.2 % while it lasted.',
  ],
  'the memory is more than twice that at half load': [
    { over: { ...over, memory: Array.from({ length: 11 }, () => 501 * mebibyte) } },
    'three times: 501 MiB of memory, and 250 MiB at half load.',
  ],
  'the heap keeps something of the overload': [
    { heap: { before: 30 * mebibyte, after: 34 * mebibyte } },
    'after: the heap has 34 MiB, and had 30 MiB.',
  ],
  'no request was sent': [{ half: { ...half, statuses: {} } }, 'half: no request was sent.'],
};

test.each(Object.entries(broken))('%s', (_, [change, problem]) => {
  expect(overloadPromises({ ...good, ...change })).toContain(problem);
});

test('the figures name the limits, the duration, the slowest response, the recovery, and the memory', () => {
  const recovery = { ...half, seconds: [slowSecond, emptySecond, { accepted: 490, p99: 7 }] };
  expect(overloadFigures({ ...good, recovery })).toEqual({
    'overload-half':
      '500 requests per second, 99.0 % accepted, 99 % of these within 6 ms, for 10 s. Without limits, 1000 are possible. Limits: `concurrency` 16',
    'overload-three-times':
      '3000 requests per second, 16.7 % accepted, 99 % of these within 29 ms, for 10 s; 0 broken connections',
    'overload-slowest': 'at most 1900 ms, of 45000 responses',
    'overload-recovery':
      'in second 3: 490 of 495 accepted, 99 % of these within 7 ms. Later: 500 requests per second, 99.0 % accepted, 99 % of these within 6 ms',
    'overload-memory':
      '0.0 % growth in 10 s; at most 250 MiB at half load, 300 MiB under overload. Heap after a collection: 30 MiB before, 31 MiB after',
  });
});
