import { JsonApiError } from '@linkage/core';
import { expect, test } from 'vitest';
import { ClientError } from './client-error.ts';
import { hasStatus } from './has-status.ts';

test.each([null, undefined, 'network', new Error('x'), {}, new JsonApiError({ status: '404' })])(
  '%s is not a ClientError',
  (value) => {
    expect(ClientError.is(value)).toBe(false);
  },
);

test('a ClientError of another copy of the library is one, and its cause is kept', () => {
  expect(ClientError.is({ [Symbol.for('linkage.ClientError')]: true })).toBe(true);
  const error = new ClientError('network', 'Gone.', 7);
  expect([ClientError.is(error), error.cause, error.status, Object.keys(error)]).toEqual([
    ...[true, 7, undefined],
    ['name', 'kind', 'status'],
  ]);
  expect('cause' in new ClientError('rejected', 'No.')).toBe(false);
});

test.each([null, 404, new Error('x'), { status: 404 }, new ClientError('not-json-api', 'x', undefined, 404)])(
  '%s does not have the status of a JsonApiError',
  (value) => {
    expect(hasStatus(value, 404)).toBe(false);
  },
);
