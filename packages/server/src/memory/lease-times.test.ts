import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryIdempotencyStore } from './memory-idempotency-store.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a lease ends after its time, although the clock is set back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const store = createMemoryIdempotencyStore();
  const call = { context: undefined, signal: new AbortController().signal };
  const claim = (owner: string) => ({
    ...{ user: 'all', key: 'k', owner, fingerprint: 'f' },
    leaseUntil: new Date(Date.now() + 1000),
    keepUntil: new Date(Date.now() + 5000),
  });
  expect(store.begin(claim('first'), call)).toBe('taken');
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(store.begin(claim('second'), call)).toEqual({ fingerprint: 'f', answer: undefined });
  vi.advanceTimersByTime(1001);
  expect(store.begin(claim('third'), call)).toBe('taken');
  vi.setSystemTime(Date.now() - 3_600_000);
  store.complete(claim('third'), { status: 204, headers: {}, body: undefined }, call);
  vi.advanceTimersByTime(5001);
  expect(store.begin(claim('fourth'), call)).toBe('taken');
});
