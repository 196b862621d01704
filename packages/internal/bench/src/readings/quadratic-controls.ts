import { type Api, defineApi } from '@linkage/core';
import { createMemorySources, createServer, type Server } from '@linkage/server';
import type { CountedReading } from './reading.ts';

/** Compares all pairs in loops. */
function comparePairs(text: string): number {
  let pairs = 0;
  for (const left of text) for (const right of text) if (left === right) pairs++;
  return pairs;
}

/** Searches each index from the beginning. */
function searchEach(text: string): readonly number[] {
  const seen: number[] = [];
  for (let index = 0; index < text.length; index++) if (seen.indexOf(index) === -1) seen.push(index);
  return seen;
}

const api: Api = defineApi({ nodes: {} });
/** A server whose application reads a header in quadratic time. */
const server: Server = createServer(api, createMemorySources(api), {
  context: ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
    comparePairs(String(headers['x-text'])),
} as never);

function control(name: string, limit: number, run: (text: string) => unknown): CountedReading {
  return { name: `control: ${name}`, limit, prepare: (size) => ({ run: () => run('x'.repeat(size)) }) };
}

/**
 * Readings that take quadratic time: in loops, in a function of the platform, and in a request with as few pieces as the smallest
 * reading of requests, most of whose work is that of any request. Counts that miss them are of no use.
 */
export const quadraticControls: readonly CountedReading[] = [
  control('loops', 2000, comparePairs),
  control('indexOf', 2000, searchEach),
  control('a request', 65, (text) => server.handle({ method: 'GET', url: '/nodes', headers: { 'x-text': text } })),
];
