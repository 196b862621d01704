/**
 * Serves the atlas at 70 % of its capacity: `npm run soak -- --minutes N`, by default 5. Exits with 1 if its heap after a collection
 * grows by 10 % or more, 99 % of the turns of its event loop are delayed by 50 ms or more, or handles are left.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { load } from './overload/load.ts';
import { startAtlas } from './overload/start-atlas.ts';
import { writeResults } from './reliability/results.ts';
import { growthOf, type Sample } from './soak/growth.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 24 * 60))
  throw new TypeError('soak: --minutes must be a number above 0, at most 1440.');
/** Seconds between two samples. */
const INTERVAL = Math.min(15, minutes * 5);
const MAX_GROWTH = 0.1;
const MAX_DELAY = 50;
/** Seconds until connections without requests are closed. */
const IDLE_SECONDS = 8;
/** Timers and connections of the runtime that come and go. */
const SPARE_HANDLES = 3;
const isBusy = (loadavg().at(0) ?? 0) > 0.7;
const paths = [
  '/countries?include=borders,languages&page[size]=50',
  '/countries/FRA',
  '/cities?filter[country]=FRA&sort=-population&page[size]=25',
  '/countries/NOWHERE',
];

const atlas = await startAtlas(minutes * 60 + 120, '{}', ['--expose-gc']);
const problems: string[] = [];

async function sample(): Promise<Sample> {
  return (await atlas.ask('sample')) as Sample;
}

try {
  const { port } = atlas;
  const idle = await sample();
  await load(port, paths, 2, { clients: 4 });
  const { rate: capacity } = await load(port, paths, 5, { clients: 8 });
  await sample();
  const samples: Sample[] = [];
  let requests = 0;
  const started = performance.now();
  while (performance.now() - started < minutes * 60_000) {
    const { statuses } = await load(port, paths, INTERVAL, { rate: capacity * 0.7 });
    const others = Object.keys(statuses).filter((status) => status !== '200' && status !== '404');
    if (others.length > 0) problems.push(`The statuses ${others.join(', ')}; 0 is a broken connection.`);
    requests += Object.values(statuses).reduce((sum, count) => sum + count, 0);
    const found = await sample();
    samples.push(found);
    process.stdout.write(
      `${(found.heap / 2 ** 20).toFixed(1)} MiB, p99 of the delay ${found.delay.toFixed(1)} ms, ${found.handles} handles\n`,
    );
  }
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000));
  const end = await sample();
  const growth = growthOf(samples.map(({ heap }) => heap));
  const delays = samples.map(({ delay }) => delay).sort((left, right) => left - right);
  const delay = delays[Math.floor(delays.length / 2)] ?? Number.POSITIVE_INFINITY;
  if (requests === 0) problems.push('No request was sent.');
  if (growth === undefined) problems.push('There are too few samples to see a growth: use more minutes.');
  else if (growth >= MAX_GROWTH) problems.push(`The heap grew by ${(growth * 100).toFixed(1)} %.`);
  if (delay >= MAX_DELAY) problems.push(`The p99 of the delay of the event loop is ${delay.toFixed(1)} ms.`);
  if (end.handles > idle.handles + SPARE_HANDLES) problems.push(`${end.handles} handles are left of ${idle.handles}.`);
  const figures = {
    'soak-heap': `${((growth ?? 0) * 100).toFixed(1)} % in ${minutes} minutes and ${requests} requests`,
    'soak-delay': `${delay.toFixed(1)} ms, the median of ${samples.length} samples`,
    'soak-handles': `${idle.handles} before, ${end.handles} after`,
  };
  process.stdout.write(`${Object.values(figures).join('\n')}\n`);
  if (problems.length === 0) writeResults('soak', { isBusy, figures });
} finally {
  await atlas.end();
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
