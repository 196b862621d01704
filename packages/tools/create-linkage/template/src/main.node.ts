import { createServer } from 'node:http';
import { toNodeHandler } from '@linkage/node';
import { address, announce, server } from './start.ts';

createServer(toNodeHandler(server, { prefix: '/api' })).listen(address, announce);
