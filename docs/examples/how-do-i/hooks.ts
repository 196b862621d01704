import { attribute, defineApi, errorObject, JsonApiError } from '@linkage/core';
import { atomicOperations, createMemorySources, createServer, type TypeHooks } from '@linkage/server';
import { z } from 'zod';

const status = z.enum(['open', 'sent', 'canceled']).default('open');
const api = defineApi({ orders: { attributes: { item: z.string(), status: attribute(status, { filter: true }) } } });
const sources = createMemorySources(api, { orders: [{ id: '1', item: 'Tea', status: 'open' }] });
export const log: string[] = [];

// #region hooks
const orders: TypeHooks<typeof api, 'orders'> = {
  update: {
    before({ record, input }) {
      if (record.status !== 'sent') return input; // or another input
      const source = { pointer: '/data' };
      throw new JsonApiError(errorObject('VALUE_REJECTED', 'The order was sent.', { source }));
    },
    // Inside the transaction: an exception rolls the write back.
    after: ({ id, call }) => void log.push(`changed ${id}${call.transaction === undefined ? '' : ' in a transaction'}`),
    // After the transaction, once: mail, events.
    afterCommit: ({ written }) => void log.push(`mail: ${written.status}`),
  },
};
// #endregion

export const server = createServer(api, sources, {
  hooks: { orders },
  // #region action
  /** `POST /orders/1/-actions/cancel` */
  endpoints: [
    {
      name: 'cancel-order',
      method: 'POST',
      path: '/orders/{id}/-actions/cancel',
      statuses: [200],
      run({ placeholders: { id }, parameters, execute }) {
        const document = { data: { type: 'orders', id, attributes: { status: 'canceled' } } };
        return execute({ method: 'PATCH', target: { type: 'orders', id }, query: parameters, document });
      },
    },
  ],
  // #endregion
  // #region bulk
  /** `POST /operations` with several operations: all of them, or none. */
  extensions: [atomicOperations()],
  // #endregion
});
