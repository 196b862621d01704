import { createMemorySources, createServer } from '@linkage/server';
import { api } from './core.ts';

export const server = createServer(api, createMemorySources(api, {}), {
  limits: {
    concurrency: 50, // requests at once
    queue: 50, // requests that wait
    loopDelay: 200, // milliseconds
  },
});
