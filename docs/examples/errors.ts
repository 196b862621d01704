import { defineApi, errorObject, JsonApiError } from '@linkage/core';
import { createServer, type DataSource } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({ orders: { attributes: { amount: z.int() } } });

// #region throw
const orders: DataSource<typeof api, 'orders'> = {
  create({ attributes }) {
    if (attributes.amount > 100) {
      const source = { pointer: '/data/attributes/amount' };
      throw new JsonApiError(
        errorObject('ATTRIBUTE_INVALID', 'The amount must be at most 100 for new customers.', { source }),
      );
    }
    return { id: '1', ...attributes };
  },
  find: (ids) => ids.filter((id) => id === '1').map((id) => ({ id, amount: 7 })),
};
// #endregion

// #region options
const german: Readonly<Record<string, string>> = { NOT_FOUND: 'Nicht gefunden' };

export const failures: unknown[] = [];
export const server = createServer(
  api,
  { orders },
  {
    errors: {
      // A URI for each code, in `links.type` of each error object.
      type: ({ code }) => `https://example.com/errors#${code}`,
      // Strings in the language of the client.
      localize: ({ code = '' }, { acceptLanguage }) =>
        acceptLanguage?.startsWith('de') && german[code] !== undefined ? { title: german[code] } : undefined,
    },
    // Unexpected failures and timeouts, with the id that the client received.
    onError: (error, id) => failures.push([id, error]),
  },
);
// #endregion
