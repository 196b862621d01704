/** Streams a collection through one framework, in a process of its own: `stream-framework-task.ts <framework> <number of records>`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { defineApi } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createServer } from '@linkage/server';
import { z } from 'zod';
import { frameworks } from '../server/frameworks.ts';

/** The memory of a process that streams, in bytes. */
export interface FrameworkUse {
  /** The highest resident memory above that of an idle process. */
  readonly peak: number;
  readonly bytes: number;
}

const [name = '', count = ''] = process.argv.slice(2);
const api = defineApi({ articles: { attributes: { title: z.string(), body: z.string() } } });
let size = 200;

async function* stream() {
  for (let id = 1; id <= size; id++) yield { id, title: `Article ${id}`, body: `${id} `.repeat(120) };
}

const sources = { articles: { stream, list: () => ({ records: [] }) } };
const server = createServer(api, sources, { stream: { articles: true } });
const handler = toFetchHandler(server);
const framework = frameworks[name];

/** Without sockets, the process is its own client, which takes a little time for each chunk. */
async function readSlowly(): Promise<number> {
  let bytes = 0;
  const { body } = await handler(new Request('http://localhost/articles'));
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    await sleep(2);
  }
  return bytes;
}

let idle = 0;
let peak = 0;
const look = (): void => {
  peak = Math.max(peak, process.memoryUsage.rss() - idle);
};
process.on('message', async (message: 'start' | 'end') => {
  if (message === 'end') {
    look();
    process.send?.({ peak, bytes: 0 } satisfies FrameworkUse);
    return;
  }
  globalThis.gc?.();
  idle = process.memoryUsage.rss();
  size = Number(count);
  setInterval(look, 20);
  if (framework === undefined) process.send?.({ bytes: await readSlowly(), peak } satisfies FrameworkUse);
  else process.send?.('started');
});
// A first stream with few records: what is loaded or made once is not what a stream needs.
if (framework === undefined) await readSlowly();
process.send?.(framework === undefined ? 0 : await framework.serve(server));
