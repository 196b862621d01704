import { expect, test } from 'vitest';
import { postpone } from './client-dates.ts';

test('a date is read, changed, and written', async () => {
  expect(await postpone('1')).toEqual(new Date('2026-02-01'));
  expect(await postpone('1')).toEqual(new Date('2026-02-02'));
});
