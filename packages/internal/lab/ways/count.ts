/** Counts in a process of its own: `count.ts ways` or `count.ts bytes`. Prints the figures of each request as JSON. */
import { createHook } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import type { JsonApiRequest, JsonApiResponse, Server } from '@linkage/server';
import { root } from '../../../../scripts/workspace.ts';
import { instrumentFunctions } from './instrument-functions.ts';

const [, , kind] = process.argv;
let entered: (readonly [file: string, name: string])[] | undefined;
Object.assign(globalThis, { $enterFunction: (...it: [string, string]) => void entered?.push(it) });
if (kind === 'ways')
  registerHooks({
    load(url, context, next) {
      if (!/\/packages\/(?:core|server|sources\/kysely)\/src\/.*\.ts$/.test(url)) return next(url, context);
      const path = fileURLToPath(url);
      const file = relative(root, path).replaceAll('\\', '/').replace('packages/', '').replace('/src/', '/');
      const source = stripTypeScriptTypes(instrumentFunctions(file, readFileSync(path, 'utf8')));
      return { format: 'module', source, shortCircuit: true };
    },
  });
// After the hook, so that it loads them.
const { handleNow } = await import('@linkage/server/adapter');
const { createArticlesServer, exchanges } = await import('../../bench/src/server/articles-server.ts');
const { sendAll, serverOf, stores } = await import('./requests.ts');

type Figures = Readonly<Record<string, number>>;
const results: Record<string, Figures> = {};
const record = (request: string, figures: Figures): void => {
  results[request] = { ...results[request], ...figures };
};
/** Sends all requests three times, to records of which the requests without rules have deleted some. Counts those of the third time. */
async function inThirdRun(
  server: Server,
  hasRules: boolean,
  count: (request: JsonApiRequest) => Promise<{ readonly figures: Figures; readonly response: JsonApiResponse }>,
): Promise<void> {
  for (const round of [0, 1, 2]) {
    const deleted = String((hasRules ? 10 : 3) + round);
    await sendAll(server, deleted, async (name, request) => {
      const { figures, response } = await count(request);
      if (response.status >= 400) throw new Error(`${name}: ${response.status} ${response.body}`);
      if (round === 2) record(hasRules ? `${name}, rules` : name, figures);
    });
  }
}

/** How often a layer of the server is entered that was left before. A file counts when it is entered for the first time. */
function returnsOf(files: Iterable<string>): number {
  const left = new Set<string>();
  let current: string | undefined;
  let returns = 0;
  for (const file of files) {
    const [name, layer = '', inner] = file.split('/');
    if (name !== 'server' || inner === undefined || layer === 'internal' || layer === current) continue;
    if (left.has(layer)) returns++;
    if (current !== undefined) left.add(current);
    current = layer;
  }
  return returns;
}

/** Without a listener of statements: with one, the driver of SQLite does not answer at once. */
async function countWays(): Promise<void> {
  const sources = await stores.sqlite();
  for (const hasRules of [false, true]) {
    const server = serverOf(sources, hasRules);
    await inThirdRun(server, hasRules, async (request) => {
      const way: [string, string][] = [];
      entered = way;
      const response = await server.handle(request);
      entered = undefined;
      const files = new Set(way.map(([file]) => file));
      const functions = new Set(way.map((it) => it.join())).size;
      const figures = { files: files.size, functions, calls: way.length, returns: returnsOf(files) };
      return { figures, response };
    });
  }
}

async function countStatements(): Promise<void> {
  let statements = 0;
  const sources = await stores.sqlite(({ query }) => void (/^(?:begin|commit)/.test(query.sql) || statements++));
  for (const hasRules of [false, true]) {
    const server = serverOf(sources, hasRules);
    await inThirdRun(server, hasRules, async (request) => {
      statements = 0;
      const response = await server.handle(request);
      return { figures: { statements }, response };
    });
  }
}

async function countPromises(store: keyof typeof stores): Promise<void> {
  let [promises, timers] = [0, 0];
  const init = (_: number, type: string): void => {
    if (type === 'PROMISE') promises++;
    if (type === 'Timeout') timers++;
  };
  const hook = createHook({ init });
  const sources = await stores[store]();
  for (const hasRules of [false, true]) {
    const server = serverOf(sources, hasRules);
    await inThirdRun(server, hasRules, async (request) => {
      // By then, the users wait: what they create is not counted.
      await setImmediate();
      [promises, timers] = [0, 0];
      hook.enable();
      const answer = handleNow(server, request);
      const response = answer instanceof Promise ? await answer : answer;
      hook.disable();
      // The one that waits for the answer is not of the server.
      if (answer instanceof Promise) promises--;
      return { figures: { [`promises, ${store}`]: promises, [`timers, ${store}`]: timers }, response };
    });
  }
}

const allocated = (): number =>
  (getHeapStatistics() as { total_allocated_bytes?: number }).total_allocated_bytes ?? Number.NaN;

/** The bytes of one request, after V8 has optimized its functions. V8 counts whole pages, so many requests are counted together. */
async function countBytes(server: Server, request: JsonApiRequest): Promise<number> {
  const repeat = async (times: number): Promise<number> => {
    const before = allocated();
    for (let done = 0; done < times; done++) {
      const answer = handleNow(server, request);
      const { status } = answer instanceof Promise ? await answer : answer;
      if (status >= 400) throw new Error(`${request.method} ${request.url}: ${status}`);
    }
    return Math.round((allocated() - before) / times);
  };
  const times = Math.ceil(1e8 / (await repeat(25_000)));
  return Math.min(await repeat(times), await repeat(times), await repeat(times), await repeat(times));
}

if (kind === 'ways') {
  await countWays();
  await countStatements();
  await countPromises('sqlite');
  await countPromises('memory');
} else {
  for (const [name, { request }] of Object.entries(exchanges))
    record(`${name}, memory`, { bytes: await countBytes(createArticlesServer(), request) });
  for (const hasRules of [false, true]) {
    const server = serverOf(await stores.sqlite(), hasRules);
    await sendAll(server, undefined, async (name, request) => {
      // Others change the records, so the next one would be another request.
      if (!/^(?:GET|HEAD|OPTIONS|PATCH title, If)/.test(name)) return;
      record(hasRules ? `${name}, rules` : name, { bytes: await countBytes(server, request) });
    });
  }
}
console.log(JSON.stringify(results));
