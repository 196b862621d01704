import { defineApi, errorObject, JsonApiError } from '@linkage/core';
import { createMemorySources, createServer, tooManyRequests, unauthorized } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({ orders: { attributes: { amount: z.number() } } });
const sources = createMemorySources(api);

// #region reject
const requests = new Map<string, number>();
setInterval(() => requests.clear(), 60_000).unref(); // the count of each minute

/** Use it as `context`. 401 contains `WWW-Authenticate`, 429 `Retry-After`. */
function userOf(authorization: unknown): string {
  if (typeof authorization !== 'string') throw unauthorized('Bearer');
  const count = (requests.get(authorization) ?? 0) + 1;
  requests.set(authorization, count);
  if (count > 3) throw tooManyRequests(60);
  return authorization;
}
// #endregion

export const server = createServer(api, sources, {
  context: ({ headers }) => userOf(headers['authorization']),
  hooks: { orders: { create: { before: ({ input }) => checkStock(input) } } },
});

// #region code
function checkStock<Input extends { readonly attributes: { readonly amount: number } }>(input: Input): Input {
  if (input.attributes.amount <= 10) return input;
  throw new JsonApiError(
    errorObject({
      code: 'OUT_OF_STOCK',
      status: 409,
      title: 'Out of stock',
      detail: 'There are only 10 left.',
      source: { pointer: '/data/attributes/amount' },
    }),
  );
}
// #endregion
