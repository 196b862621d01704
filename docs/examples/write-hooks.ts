import { defineApi, errorObject, JsonApiError } from '@linkage/core';
import { createMemorySources, createServer, type TypeHooks } from '@linkage/server';
import { z } from 'zod';

export const api = defineApi({
  orders: { attributes: { item: z.string(), status: z.enum(['open', 'canceled']).default('open') } },
  audits: { attributes: { text: z.string() } },
});
export const sources = createMemorySources(api, { orders: [{ id: '1', item: 'Book', status: 'open' }] });
export const sent: string[] = [];
export const logged: string[] = [];
const log = (line: string) => void logged.push(line);
const sendMail = async (text: string) => void sent.push(text);

// #region hooks
const orders = {
  update: {
    async before({ id, record, input, writes }) {
      const source = { pointer: '/data/attributes/status' };
      if (record.status === 'canceled')
        throw new JsonApiError(errorObject('VALUE_REJECTED', 'The order is canceled.', { source }));
      const text = `Order ${id}: ${Object.keys(input.attributes)}`;
      await writes.create('audits', { attributes: { text } }); // same transaction
      return input;
    },
    afterCommit: ({ written }) => sendMail(`Order ${written.id} is ${written.status}.`),
  },
} satisfies TypeHooks<typeof api, 'orders'>;
export const server = createServer(api, sources, { hooks: { orders } });
// #endregion

// #region read
const limited: TypeHooks<typeof api, 'orders'> = {
  create: {
    async before({ count }) {
      const open = await count('orders', { filter: [{ field: 'status', values: ['open'] }] });
      if (open >= 3) throw new JsonApiError(errorObject('WRITE_CONFLICT', 'There are three open orders.'));
      return undefined;
    },
    async after({ written, list }) {
      const [last] = await list('audits', { sort: ['-id'], page: { size: 1 } });
      log(`The order ${written.id} follows the audit ${last?.text}.`);
    },
  },
};
// #endregion
export const withLimit = createServer(api, sources, { hooks: { orders: limited } });

// #region transaction
/** A job of the application: no client sends this write. */
export const cancelOld = (ids: readonly string[]) =>
  server.transaction({ context: undefined }, async ({ writes }) => {
    for (const id of ids) await writes.update('orders', id, { attributes: { status: 'canceled' } });
  });
// #endregion
