import { defineApi, errorObject, JsonApiError } from '@linkage/core';
import { createMemorySources, createServer, type TypeHooks } from '@linkage/server';
import { z } from 'zod';

export const api = defineApi({
  orders: { attributes: { item: z.string(), status: z.enum(['open', 'canceled']).default('open') } },
  audits: { attributes: { text: z.string() } },
});
export const sources = createMemorySources(api, { orders: [{ id: '1', item: 'Book', status: 'open' }] });
export const sent: string[] = [];
const sendMail = async (text: string) => void sent.push(text);

// #region hooks
const orders: TypeHooks<typeof api, 'orders'> = {
  update: {
    async before({ id, record, changes, call }) {
      const source = { pointer: '/data/attributes/status' };
      if (record.status === 'canceled')
        throw new JsonApiError(errorObject('VALUE_REJECTED', 'The order is canceled.', { source }));
      const attributes = { text: `Order ${id}: ${Object.keys(changes.attributes)}` };
      await sources.audits?.create?.({ type: 'audits', attributes, relationships: {} }, call); // same transaction
      return changes;
    },
    afterCommit: ({ written }) => sendMail(`Order ${written.id} is ${written.status}.`),
  },
};
export const server = createServer(api, sources, { hooks: { orders } });
// #endregion
