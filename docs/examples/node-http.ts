import { createServer } from 'node:http';
import { toNodeHandler } from '@linkage/node';
import { server } from './writing-source.ts';

export const host = createServer(toNodeHandler(server)); // host.listen(3000)
