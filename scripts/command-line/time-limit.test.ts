import { expect, test } from 'vitest';
import { createDeadline, within } from './time-limit.ts';

test('a deadline throws once the time is over', () => {
  expect(createDeadline(1)).not.toThrow();
  expect(createDeadline(-1)).toThrow('The time limit of -1 minutes is over.');
});

test('work within the time returns its result, longer work is an error', async () => {
  expect(await within(1, Promise.resolve('done'))).toBe('done');
  await expect(within(0.0001, new Promise(() => undefined))).rejects.toThrow(
    'The time limit of 0.0001 minutes is over.',
  );
  await expect(within(1, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
