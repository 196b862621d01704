import { toFetchHandler } from '@linkage/fetch';
import { server } from './source.ts';

export const fetchHandler = toFetchHandler(server, { prefix: '/api' }); // (request: Request) => Promise<Response>
