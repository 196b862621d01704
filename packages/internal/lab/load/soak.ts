/**
 * Serves the atlas at 70 % of its capacity. Its heap after a collection must grow by less than 10 %, 99 % of the turns of its event loop
 * must take less than 50 ms, and no handle may be left.
 */
import { positiveNumber } from '../../../../scripts/command-line/option-values.ts';
import { growthOf } from './growth.ts';
import { defineScenario } from './scenario.ts';
import { commonPaths, countOf, otherStatuses, sendLoad } from './send-load.ts';
import { type AtlasProcess, withAtlas } from './start-atlas.ts';

/** Seconds between two samples. */
const INTERVAL = 15;
const MAX_GROWTH = 0.1;
const MAX_DELAY = 50;
/** Seconds until connections without requests are closed: the clients close them when they end. */
const IDLE_SECONDS = 8;
/** Timers and connections of the runtime that come and go. */
const SPARE_HANDLES = 3;
const paths = [...commonPaths, '/countries/NOWHERE'];

/** Serves the atlas for these minutes. */
async function measure(atlas: AtlasProcess, minutes: number) {
  const problems: string[] = [];
  const idle = await atlas.ask('sample');
  await sendLoad(atlas, paths, 2, { clients: 4 });
  const { rate: capacity } = await sendLoad(atlas, paths, 5, { clients: 8 });
  await atlas.ask('begin');
  const heaps: number[] = [];
  let requests = 0;
  const started = performance.now();
  while (performance.now() - started < minutes * 60_000) {
    const sent = await sendLoad(atlas, paths, Math.min(INTERVAL, minutes * 5), { rate: capacity * 0.7 });
    const others = otherStatuses(sent, /^(?:200|404)$/);
    if (others.length > 0) problems.push(`The statuses ${others.join(', ')}; 0 is a broken connection.`);
    requests += countOf(sent);
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

export const soak = defineScenario({ minutes: positiveNumber(5, 24 * 60) }, ({ minutes }, folder) =>
  // Without limits: a pause of the machine must not make the server reject requests.
  withAtlas({ folder, seconds: minutes * 60 + 120, limits: 'none' }, (atlas) => measure(atlas, minutes)),
);
