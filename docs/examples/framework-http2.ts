import { createServer } from 'node:http2';
import { toNodeHandler } from '@linkage/node';
import { server } from './source.ts';

export const host = createServer(toNodeHandler(server, { prefix: '/api' })); // or createSecureServer
