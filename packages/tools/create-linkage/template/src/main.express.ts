import { toErrorHandler, toNodeHandler } from '@linkage/node';
import express from 'express';
import { address, announce, server } from './start.ts';

const app = express().disable('x-powered-by');
app.use(toNodeHandler(server, { prefix: '/api' }));
// Add body parsers and routes of your own here.
app.use(toErrorHandler(server, { prefix: '/api' }));
app.listen(address.port, address.host, announce);
