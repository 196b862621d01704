/**
 * Measures page 1 and page 1,000 of the cities, by cursor in both directions and by offset, in three orders:
 * `node packages/internal/atlas/src/measure-pages.ts`. Times are the best of several rounds, in milliseconds.
 */
import { createServer, cursorPagination, offsetStrategy } from '@linkage/server';
import { Kysely } from 'kysely';
import { api } from './api.ts';
import { openStorage } from './open-storage.ts';
import { readSettings } from './settings.ts';
import { createSources } from './sources.ts';

const SIZE = 100;
const DEEP = 1000;
const ROUNDS = 40;

const silent = { say() {}, start() {}, advance() {}, stop() {} };
const storage = await openStorage(readSettings(process.env).database, silent);
const sources = createSources(new Kysely<unknown>({ dialect: storage.dialect }));
const cursors = cursorPagination({ key: crypto.getRandomValues(new Uint8Array(32)), itemCursors: false });
const byCursor = createServer(api, sources, { pagination: { strategy: cursors.pagination } });
const byOffset = createServer(api, sources, { pagination: { strategy: offsetStrategy } });

async function get(
  server: typeof byCursor,
  url: string,
): Promise<{ readonly links: Readonly<Record<string, string>> }> {
  const { status, body = '' } = await server.handle({ method: 'GET', url, headers: {} });
  if (status !== 200) throw new Error(body);
  return JSON.parse(body);
}

/** Follows a link again and again, and returns the URL where it ends. */
async function follow(start: string, link: 'next' | 'prev'): Promise<string> {
  let url = start;
  for (let page = 1; page < DEEP; page++) url = (await get(byCursor, url)).links[link] ?? url;
  return url;
}

/** The best time of each request, which take turns. */
async function measure(requests: readonly (readonly [typeof byCursor, string])[]): Promise<readonly number[]> {
  const best = requests.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, [server, url]] of requests.entries()) {
      const started = performance.now();
      await get(server, url);
      best[index] = Math.min(best[index] as number, performance.now() - started);
    }
  }
  return best;
}

console.log('| order | direction | page 1 | page 1,000 | ratio | by offset, page 1,000 | ratio |');
console.log('| --- | --- | --: | --: | --: | --: | --: |');
for (const order of ['', 'name', '-population']) {
  const query = `page[size]=${SIZE}${order === '' ? '' : `&sort=${order}`}`;
  const first = `/cities?${query}`;
  const last = (await get(byCursor, first)).links['last'] ?? '';
  const offset = `/cities?page[limit]=${SIZE}&page[offset]=${SIZE * (DEEP - 1)}${order === '' ? '' : `&sort=${order}`}`;
  for (const [direction, start] of [
    ['next', first],
    ['prev', last],
  ] as const) {
    const times = await measure([
      [byCursor, start],
      [byCursor, await follow(start, direction)],
      [byOffset, offset],
    ]);
    const [near = 0, deep = 0, byNumber = 0] = times;
    const cells = [near.toFixed(2), deep.toFixed(2), (deep / near).toFixed(2)];
    const others = [byNumber.toFixed(2), (byNumber / near).toFixed(2)];
    console.log(`| ${[order || 'id', direction, ...cells, ...others].join(' | ')} |`);
  }
}
await storage.close();
