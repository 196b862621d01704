/** The sentences of the page about errors. */

import { errorObject, JsonApiError } from '@linkage/core';
import { tooManyRequests, unauthorized } from '@linkage/server';
import { expect } from 'vitest';
import { fact, found, send, serve } from './fact.ts';

fact(
  'guide/errors.md',
  'Any other error becomes a generic 500 with an id. The client never sees its message.',
  async () => {
    const { status, body } = await send(
      serve(
        {},
        found(() => {
          throw new Error('secret');
        }),
      ),
      'GET /notes/1',
    );
    expect([status, body?.includes('secret')]).toEqual([500, false]);
  },
);
fact('guide/errors.md', 'By default, only generic 500 errors have an id.', async () => {
  expect((await send(serve(), 'GET /notes/none')).document.errors[0]).not.toHaveProperty('id');
});
fact('guide/errors.md', '`new JsonApiError(error, { headers })` adds headers to the response.', async () => {
  const error = new JsonApiError(errorObject({ code: 'OUT', status: 409, title: 'Out' }), { headers: { 'x-a': '1' } });
  const { status, headers } = await send(
    serve(
      {},
      found(() => {
        throw error;
      }),
    ),
    'GET /notes/1',
  );
  expect([status, headers['x-a']]).toEqual([409, '1']);
});
fact(
  'guide/errors.md',
  'If there are more errors than `limits.errors`, the document has `meta.errors: { "truncated": true, "limit": 20 }`.',
  async () => {
    const query = Array.from({ length: 30 }, (_, index) => `x${index}=1`).join('&');
    const { document } = await send(serve(), `GET /notes?${query}`);
    expect([document.errors.length, document.meta]).toEqual([20, { errors: { truncated: true, limit: 20 } }]);
  },
);
fact(
  'guide/errors.md',
  "`unauthorized('Bearer')` creates a 401 with `WWW-Authenticate`, `tooManyRequests(60)` a 429 with `Retry-After`.",
  async () => {
    for (const [error, status, name] of [
      [unauthorized('Bearer'), 401, 'WWW-Authenticate'],
      [tooManyRequests(60), 429, 'Retry-After'],
    ] as const) {
      const context = () => {
        throw error;
      };
      const response = await send(serve({ context }), 'GET /notes');
      expect([response.status, response.headers[name]]).toEqual([status, expect.any(String)]);
    }
  },
);
