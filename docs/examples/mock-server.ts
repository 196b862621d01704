import { createServer as createHost } from 'node:http';
import { seedRecords } from '@linkage/conformance/fast-check';
import { toNodeHandler } from '@linkage/node';
import { createMemorySources, createServer } from '@linkage/server';
import { api } from './core.ts';

const mock = createServer(api, createMemorySources(api, seedRecords(api)));
export const host = createHost(toNodeHandler(mock)); // host.listen(3000)
