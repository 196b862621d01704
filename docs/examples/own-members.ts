import { createServer } from '@linkage/server';
import { api, sources } from './write-hooks.ts';

// #region members
export const server = createServer(api, sources, {
  documents: {
    meta: ({ type }) => ({ copyright: 'Example Inc.', about: type }),
    links: () => ({ '@status': 'https://status.example.com' }),
  },
  resources: {
    orders: { meta: (order) => ({ label: `${order.item} (${order.status})` }) },
  },
});
// #endregion
