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

// #region headers
export const limited = createServer(api, sources, {
  headers: ({ request, type }) => ({
    'Content-Language': request.headers['accept-language'] === 'de' ? 'de' : 'en',
    Vary: 'Accept-Language',
    Deprecation: type === 'audits' ? '@1767225600' : undefined,
  }),
});
// #endregion
