import { expect, test } from 'vitest';
import { blogServer, send } from '../../../test/support.ts';
import { tooManyRequests, unauthorized } from './application-errors.ts';

test.each([
  [unauthorized('Bearer'), 401, 'UNAUTHORIZED', 'WWW-Authenticate', 'Bearer'],
  [tooManyRequests(60), 429, 'TOO_MANY_REQUESTS', 'Retry-After', '60'],
])('%s from `context` is a response with its header', async (error, status, code, name, value) => {
  const { server } = blogServer({ context: () => Promise.reject(error) });
  const answer = await send(server, 'GET /articles');
  expect([answer.status, answer.problems, answer.headers[name]]).toEqual([status, [code], value]);
});

test.each([-1, 1.5, Number.NaN])('tooManyRequests rejects %d seconds', (seconds) => {
  expect(() => tooManyRequests(seconds)).toThrow('`seconds` must be a whole number of 0 or more');
});
