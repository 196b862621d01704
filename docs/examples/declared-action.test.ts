import { JsonApiError } from '@linkage/core';
import { expect, test } from 'vitest';
import { close, closeOpen } from './declared-action.ts';

test('the client runs actions on a resource and on a filter', async () => {
  const error = await close('1', 'x').catch((it: unknown) => it);
  expect(JsonApiError.is(error) && error.errors[0]?.source?.pointer).toBe('/meta/reason');
  expect(await close('1', 'done')).toBe('closed');
  await expect(close('1', 'done')).rejects.toMatchObject({ status: 409 });
  expect(await closeOpen()).toBe(1);
});
