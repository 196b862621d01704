import { createServer } from 'node:http2';
import { listener } from './node-http.ts';

export const host = createServer(listener); // or createSecureServer, for browsers
