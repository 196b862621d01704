import { createMemorySources, createServer } from '@linkage/server';
import { api } from './core.ts';

export const server = createServer(api, createMemorySources(api, {}), {
  limits: {
    concurrency: 16, // requests at once
    queue: 16, // requests that wait
    loopDelay: 6, // milliseconds
  },
});
