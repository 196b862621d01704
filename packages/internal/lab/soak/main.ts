/**
 * Serves the atlas at 70 % of its capacity: `npm run soak -- --minutes N`, by default 5. Exits with 1 if its heap after a collection
 * grows by 10 % or more, more than 1 % of the turns of its event loop take 50 ms or more, or handles are left.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { load } from '../overload/load.ts';
import { type AtlasProcess, startAtlas } from '../overload/start-atlas.ts';
import { writeResults } from '../reliability/results.ts';
import { growthOf } from './growth.ts';

/** Returns the number of minutes, or undefined if the arguments are invalid. */
function readMinutes(): number | undefined {
  try {
    const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
    const number = Number(values.minutes);
    if (number > 0 && number <= 24 * 60) return number;
    throw new TypeError(
      `--minutes must be a number above 0, at most 1440, but it is ${JSON.stringify(values.minutes)}.`,
    );
  } catch (error) {
    process.stderr.write(`soak: ${(error as Error).message}\n`);
    return undefined;
  }
}

/** Seconds between two samples. */
const INTERVAL = 15;
const MAX_GROWTH = 0.1;
const MAX_DELAY = 50;
/** Seconds until connections without requests are closed: the clients close them when they end. */
const IDLE_SECONDS = 8;
/** Timers and connections of the runtime that come and go. */
const SPARE_HANDLES = 3;
/** The load average above which other programs use the machine. */
const BUSY = 0.7;
const paths = [
  '/countries?include=borders,languages&page[size]=50',
  '/countries/FRA',
  '/cities?filter[country]=FRA&sort=-population&page[size]=25',
  '/countries/NOWHERE',
];

/** Serves the atlas for these minutes. Returns the promises that do not hold, and the figures. */
async function soak(atlas: AtlasProcess, minutes: number) {
  const problems: string[] = [];
  const idle = await atlas.ask('sample');
  await load(atlas, paths, 2, { clients: 4 });
  const { rate: capacity } = await load(atlas, paths, 5, { clients: 8 });
  await atlas.ask('begin');
  const heaps: number[] = [];
  let requests = 0;
  const started = performance.now();
  while (performance.now() - started < minutes * 60_000) {
    const { statuses } = await load(atlas, paths, Math.min(INTERVAL, minutes * 5), { rate: capacity * 0.7 });
    const others = Object.keys(statuses).filter((status) => status !== '200' && status !== '404');
    if (others.length > 0) problems.push(`The statuses ${others.join(', ')}; 0 is a broken connection.`);
    requests += Object.values(statuses).reduce((sum, count) => sum + count, 0);
    const { heap, delay, handles } = await atlas.ask('sample');
    heaps.push(heap);
    process.stdout.write(
      `${(heap / 2 ** 20).toFixed(1)} MiB, p99 of the delay ${delay.toFixed(1)} ms, ${handles} handles\n`,
    );
  }
  const { delay } = await atlas.ask('sample');
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000));
  const end = await atlas.ask('sample');
  const growth = growthOf(heaps);
  if (requests === 0) problems.push('No request was sent.');
  if (growth === undefined) problems.push('There are too few samples to see a growth: use more minutes.');
  else if (growth >= MAX_GROWTH) problems.push(`The heap grew by ${(growth * 100).toFixed(1)} %.`);
  if (!(delay < MAX_DELAY)) problems.push(`The p99 of the delay of the event loop is ${delay.toFixed(1)} ms.`);
  if (end.handles > idle.handles + SPARE_HANDLES) problems.push(`${end.handles} handles are left of ${idle.handles}.`);
  const figures = {
    'soak-heap': `${((growth ?? 0) * 100).toFixed(1)} % in ${minutes} minutes and ${requests} requests`,
    'soak-delay': `${delay.toFixed(1)} ms in ${minutes} minutes`,
    'soak-handles': `${idle.handles} before, ${end.handles} after`,
  };
  return { problems, figures };
}

/** Returns whether every promise holds. */
async function run(minutes: number): Promise<boolean> {
  const isBusy = (loadavg().at(0) ?? 0) > BUSY;
  const folder = mkdtempSync(join(tmpdir(), 'atlas-'));
  try {
    // Without limits: a pause of the machine must not make the server reject requests.
    const atlas = await startAtlas({ folder, seconds: minutes * 60 + 120, limits: 'none' });
    const { problems, figures } = await soak(atlas, minutes);
    await atlas.end();
    process.stdout.write(`${Object.values(figures).join('\n')}\n`);
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    if (problems.length > 0 && isBusy) process.stderr.write('The machine was busy: repeat.\n');
    if (problems.length === 0) writeResults('soak', { isBusy, figures });
    return problems.length === 0;
  } catch (error) {
    process.stderr.write(`soak: ${(error as Error).message}\n`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const minutes = readMinutes();
process.exit(minutes !== undefined && (await run(minutes)) ? 0 : 1);
