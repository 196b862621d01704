import { defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';
import { api, sources } from './write-hooks.ts';

const shop = defineApi({
  orders: { attributes: { item: z.string() }, relationships: { customer: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
const shopSources = createMemorySources(shop, {
  orders: [{ id: '1', item: 'Book', customer: '2' }],
  people: [{ id: '2', name: 'Dan' }],
});

// #region members
export const server = createServer(api, sources, {
  documents: {
    meta: ({ type }) => ({ copyright: 'Example Inc.', about: type }),
    links: () => ({ '@status': 'https://status.example.com' }),
  },
  resources: {
    orders: { needs: ['item', 'status'], meta: (order) => ({ label: `${order.item} (${order.status})` }) },
  },
});
// #endregion

// #region root
export const linked = createServer(api, sources, { baseUrl: '/api', root: { meta: { name: 'Shop' } } });
// #endregion

// #region includes
export const including = createServer(shop, shopSources, { defaultIncludes: { orders: ['customer'] } });
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
