import { attribute, defineApi } from '@linkage/core';
import { createMemorySources, createServer, cursorPagination } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  cities: { attributes: { name: z.string(), population: attribute(z.int(), { sort: true }) } },
});
const sources = createMemorySources(api, {
  cities: [
    { id: 1, name: 'Lyon', population: 522 },
    { id: 2, name: 'Nantes', population: 323 },
    { id: 3, name: 'Lille', population: 236 },
  ],
});

export const server = createServer(api, sources, {
  profiles: [
    cursorPagination({
      key: 'the value of an environment variable', // 32 bytes or more: openssl rand -base64 32
      applied: 'always',
    }),
  ],
  pagination: { types: { cities: { pageSize: 2, pageSizeMaximum: 1000 } } },
});
export const page = await server.handle({ method: 'GET', url: '/cities?sort=-population', headers: {} });
