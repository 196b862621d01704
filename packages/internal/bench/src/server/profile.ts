import { Session } from 'node:inspector/promises';
import { formatTime, type RunOptions, type Table } from '../measuring/table.ts';
import { createArticlesServer, exchanges } from './articles-server.ts';

/** Where a function stands; the first pattern that fits its file or its name gives the group. */
const groups: readonly (readonly [RegExp, string])[] = [
  [/\(garbage collector\)/, 'garbage collector'],
  [/core\/src\/documents\//, 'core: document and JSON.stringify'],
  [/core\/src\/(requests|schema)\//, 'core: request document'],
  [/core\/src\/query\//, 'core: query'],
  [/core\/src\/media-type\//, 'core: negotiation'],
  [/core\/src\//, 'core: other'],
  [/server\/src\/memory\//, 'server: memory source'],
  [/server\/src\/pipeline\//, 'server: the steps of a request, its time, hooks'],
  [/server\/src\/(reading|response|writing)\//, 'server: reading and answering'],
  [/server\/src\//, 'server: query, sources, and the rest'],
  [/\/zod\//, 'zod'],
];
const rest = 'Node and V8';

/** The shares of self time by group, sampled while one request is answered again and again, without a socket. */
async function sharesOf(name: string, milliseconds: number): Promise<readonly [number, ReadonlyMap<string, number>]> {
  const server = createArticlesServer();
  const { request } = exchanges[name] as (typeof exchanges)[string];
  const run = async (until: number): Promise<number> => {
    let count = 0;
    for (; performance.now() < until; count++) await server.handle(request);
    return count;
  };
  await run(performance.now() + milliseconds);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 100 });
  await session.post('Profiler.start');
  const started = performance.now();
  const count = await run(started + milliseconds);
  const elapsed = performance.now() - started;
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const hits = new Map<string, number>();
  let all = 0;
  for (const { callFrame, hitCount = 0 } of profile.nodes) {
    if (callFrame.functionName === '(idle)') continue;
    const where = `${callFrame.url} ${callFrame.functionName}`;
    const group = groups.find(([pattern]) => pattern.test(where))?.[1] ?? rest;
    hits.set(group, (hits.get(group) ?? 0) + hitCount);
    all += hitCount;
  }
  return [(elapsed * 1000) / count, new Map([...hits].map(([group, groupHits]) => [group, groupHits / all]))];
}

/** Where the time of a request goes, as a flame graph would show it, by group of functions. */
export async function measureProfile({ isQuick }: RunOptions): Promise<Table> {
  const names = Object.keys(exchanges);
  const shares: Awaited<ReturnType<typeof sharesOf>>[] = [];
  for (const name of names) shares.push(await sharesOf(name, isQuick ? 500 : 3000));
  const groupNames = [...groups.map(([, group]) => group), rest].filter((group) =>
    shares.some(([, byGroup]) => (byGroup.get(group) ?? 0) >= 0.005),
  );
  const rows = groupNames.map((name) => ({
    name,
    cells: shares.map(([, byGroup]) => `${Math.round((byGroup.get(name) ?? 0) * 100)} %`),
  }));
  return {
    title: 'Where the time of `handle` goes, without a socket',
    columns: names,
    rows: [{ name: 'time of one request', cells: shares.map(([time]) => formatTime(time)) }, ...rows],
    remarks: [
      'Samples of the profiler of V8, by the file of the function that was running; built-ins count for their caller or for Node and V8.',
    ],
  };
}
