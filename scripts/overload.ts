/**
 * Overloads the atlas on this machine: `npm run overload -- [seconds for each phase] [limits as JSON]`. Measures how many requests
 * per second it can serve, then sends half of them, three times as many, and half again. Exits with 1 if a response is neither
 * 200 nor 503, a connection breaks, an accepted request takes too long, or the server does not recover.
 */
import { loadavg } from 'node:os';
import { type Figures, load } from './overload/load.ts';
import { startAtlas } from './overload/start-atlas.ts';
import { writeResults } from './reliability/results.ts';

const seconds = Number(process.argv[2] ?? 12);
const limits = process.argv[3] ?? JSON.stringify({ concurrency: 16, loopDelay: 6 });
/** Other programs delay both the server and the load generator. */
const isBusy = (loadavg().at(0) ?? 0) > 0.7;
/** Milliseconds: the accepted requests of a server on a busy machine. */
const SLOWEST = 5000;
/** How many times longer 99 % of the accepted requests can take under overload than under half load. */
const SLOWDOWN = 5;
/** The part of the requests that can be rejected at half load: the machine can pause the server for a moment. */
const MAX_REJECTED = isBusy ? 0.1 : 0.05;
/** Bytes that an overloaded server can need beyond its memory under half load. */
const MEMORY = 300 * 2 ** 20;
/** The least load, in capacities of the server, that counts as an overload. */
const LEAST_OVERLOAD = 2;
const paths = [
  '/countries?include=borders,languages&page[size]=50',
  '/countries/FRA',
  '/cities?filter[country]=FRA&sort=-population&page[size]=25',
  '/countries/JPN/cities?filter[population][gt]=100000&sort=name',
];

const atlas = await startAtlas(seconds * 6 + 60, limits);
const problems: string[] = [];

async function phase(name: string, run: Promise<Figures>): Promise<Figures & { readonly bytes: number }> {
  const figures = await run;
  const bytes = (await atlas.ask('memory')) as number;
  const { statuses, accepted, rejected, rate, offered } = figures;
  process.stdout.write(
    `${name.padEnd(11)} ${offered} sent/s, ${rate} accepted/s, ${JSON.stringify(statuses)}, accepted p50 ${accepted.p50} p99 ${accepted.p99} ms, ` +
      `503 p50 ${rejected.p50} p99 ${rejected.p99} ms, ${Math.round(bytes / 2 ** 20)} MiB\n`,
  );
  const others = Object.keys(statuses).filter((status) => status !== '200' && status !== '503');
  if (others.length > 0) problems.push(`${name}: the statuses ${others.join(', ')}; 0 is a broken connection.`);
  return { ...figures, bytes };
}

function expectServed(name: string, { statuses }: Figures): void {
  const { 200: served = 0, 503: rejected = 0 } = statuses;
  const all = served + rejected;
  if (all === 0) problems.push(`${name}: no request was sent.`);
  if (rejected > all * MAX_REJECTED) problems.push(`${name}: ${rejected} of ${all} requests were rejected.`);
}

function shown({ statuses, accepted, offered }: Figures): string {
  const { 200: served = 0, 503: rejected = 0 } = statuses;
  const part = ((100 * served) / Math.max(1, served + rejected)).toFixed(1);
  return `${offered} requests per second, ${part} % accepted, 99 % of these within ${accepted.p99} ms`;
}

try {
  const { port } = atlas;
  await load(port, paths, 2, { clients: 4 });
  const most = await phase('saturation', load(port, paths, seconds / 2, { clients: 8 }));
  const half = await phase('half', load(port, paths, seconds, { rate: most.rate / 2 }));
  expectServed('half', half);
  const over = await phase('three times', load(port, paths, seconds, { rate: most.rate * 3 }));
  const slowest = isBusy ? SLOWEST : SLOWDOWN * half.accepted.p99;
  if (over.accepted.p99 > slowest) problems.push(`three times: p99 of accepted requests is ${over.accepted.p99} ms.`);
  if (over.offered < most.rate * LEAST_OVERLOAD)
    problems.push(`three times: the load generator sent only ${over.offered} requests per second.`);
  if ((over.statuses['503'] ?? 0) === 0)
    problems.push('three times: no request was rejected, so there was no overload.');
  if (over.rate < most.rate / 4)
    problems.push(`three times: only ${over.rate} of ${most.rate} requests per second are accepted.`);
  if (over.bytes - half.bytes > MEMORY) problems.push(`three times: ${over.bytes} bytes of memory.`);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const after = await phase('recovery', load(port, paths, seconds, { rate: most.rate / 2 }));
  expectServed('recovery', after);
  if (after.accepted.p99 > slowest) problems.push(`recovery: p99 is ${after.accepted.p99} ms.`);
  const figures = {
    'overload-half': shown(half),
    'overload-three-times': shown(over),
    'overload-recovery': shown(after),
  };
  if (problems.length === 0) writeResults('overload', { isBusy, figures });
} finally {
  await atlas.end();
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
