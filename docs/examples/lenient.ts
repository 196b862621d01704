import { createServer } from '@linkage/server';
import { api, sources } from './write-hooks.ts';

// #region lenient
const server = createServer(api, sources, { lenientMediaTypes: true });
const headers = { Accept: 'application/json' };
export const response = await server.handle({ method: 'GET', url: '/orders', headers }); // 200 instead of 406
// #endregion
