import { createServer } from '@linkage/server';
import { api, sources } from './write-hooks.ts';

// #region endpoint
export const server = createServer(api, sources, {
  endpoints: [
    {
      name: 'cancel-order',
      method: 'POST',
      path: '/orders/{id}/-actions/cancel',
      statuses: [200],
      versionOf: 'orders', // compares `If-Match` with the version of the order
      run({ placeholders: { id }, parameters, execute }) {
        const document = { data: { type: 'orders', id, attributes: { status: 'canceled' } } };
        return execute({ method: 'PATCH', target: { type: 'orders', id }, query: parameters, document });
      },
    },
  ],
});
// #endregion
