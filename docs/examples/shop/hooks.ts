import type { DatabaseSync } from 'node:sqlite';
import { errorObject, JsonApiError } from '@linkage/core';
import type { WriteHooks } from '@linkage/server';
import { confirmation, type SendMail } from './mails.ts';
import type { Visitor } from './rules.ts';
import type { api } from './schema.ts';
import type { createSources } from './sources.ts';

const selection = { attributes: new Set(['name', 'price', 'stock'] as const), relationships: new Set<never>() };
const source = { pointer: '/data/attributes/quantity' };

export function createHooks(
  { products }: Awaited<ReturnType<typeof createSources>>,
  database: DatabaseSync,
  sendMail: SendMail,
): WriteHooks<typeof api, Visitor> {
  return {
    lines: {
      create: {
        /** Takes the product from the stock, and copies its name and price. Another failure of the request undoes both. */
        async before({ input, call }) {
          const { id } = input.relationships.product;
          const [product] = await products.find([id], selection, { ...call, forUpdate: true });
          if (product === undefined) return input; // the server responds that the product does not exist
          const { name, price, stock = 0 } = product;
          const rest = stock - input.attributes.quantity;
          if (rest < 0)
            throw new JsonApiError(errorObject('VALUE_REJECTED', `Only ${stock} are in stock.`, { source }));
          await products.update(id, { type: 'products', id, attributes: { stock: rest }, relationships: {} }, call);
          return { ...input, attributes: { ...input.attributes, name, price } };
        },
      },
    },
    orders: { create: { afterCommit: ({ written }) => sendMail(confirmation(database, String(written.id))) } },
  };
}
