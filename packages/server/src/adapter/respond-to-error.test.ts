import { errorObject, JsonApiError } from '@linkage/core';
import { expect, test } from 'vitest';
import { respondToError } from './respond-to-error.ts';

function respond(thrown: unknown) {
  const reported: unknown[] = [];
  const { status, headers, body = '' } = respondToError(thrown, (error, id) => reported.push([error, id]));
  return { status, headers, errors: JSON.parse(body).errors, reported };
}

test('the errors of a JsonApiError are the response, with its headers', () => {
  const error = new JsonApiError(errorObject('FORBIDDEN', 'No.'), { headers: { 'WWW-Authenticate': 'Bearer' } });
  const { status, headers, errors, reported } = respond(error);
  expect([status, errors, reported]).toEqual([403, error.errors, []]);
  expect(headers).toMatchObject({ 'Content-Type': 'application/vnd.api+json', 'WWW-Authenticate': 'Bearer' });
});

test('the title of a status without a name is a sentence of the server, and the message is not sent', () => {
  const thrown = Object.assign(new Error('secret'), { status: 499 });
  const { status, body = '' } = respondToError(thrown, () => undefined, { 404: 'Not Found' });
  expect([status, JSON.parse(body).errors]).toEqual([499, [{ status: '499', title: 'The request failed' }]]);
});

test('a JsonApiError with too many errors is shortened', () => {
  const error = new JsonApiError(Array.from({ length: 100 }, () => errorObject('FORBIDDEN', 'No.')));
  expect(respond(error).errors).toHaveLength(20);
});

test.each([[new Error('secret')], ['secret'], [undefined], [null], [{ status: 404, message: 'secret' }]])(
  '%o becomes a generic 500, and is reported with the id in the response',
  (thrown) => {
    const { status, errors, reported } = respond(thrown);
    expect([status, errors.length, errors[0].code]).toEqual([500, 1, 'INTERNAL_ERROR']);
    expect(reported).toEqual([[thrown, errors[0].id]]);
    expect(JSON.stringify(errors)).not.toContain('secret');
  },
);
