import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { frameworks } from '../frameworks.ts';
import { median, quantile, shuffled } from '../statistics.ts';
import { formatNumber, formatTime, type Row, type RunOptions, type Table } from '../table.ts';
import { exchanges } from './articles-server.ts';
import { answersOf } from './load.ts';

const kinds = ['bare', 'handle', 'by hand', 'adapter'] as const;
type Ports = Readonly<Record<Exclude<(typeof kinds)[number], 'handle'>, number>> | undefined;
type Times = Readonly<Record<(typeof kinds)[number], number[]>>;

async function ask<Answer>(worker: Worker, message: unknown): Promise<Answer> {
  const answer = once(worker, 'message');
  worker.postMessage(message);
  return (await answer)[0] as Answer;
}

/** The processor time of the framework for one request, in microseconds. */
async function timeOf(
  worker: Worker,
  ports: Ports,
  [kind, exchange]: readonly [(typeof kinds)[number], string],
  milliseconds: number,
): Promise<number> {
  const { request } = exchanges[exchange] as (typeof exchanges)[string];
  if (kind === 'handle' || ports === undefined) return ask(worker, [kind, milliseconds * 4]);
  const before = await ask<number>(worker, 'time');
  const { count } = await answersOf(ports[kind], request, milliseconds);
  return ((await ask<number>(worker, 'time')) - before) / count;
}

async function measureFramework(name: string, exchange: string, isQuick: boolean): Promise<Row> {
  const worker = new Worker(join(import.meta.dirname, 'serve-adapter.ts'), { workerData: [name, exchange] });
  const [ports] = (await once(worker, 'message')) as [Ports];
  const times: Times = { bare: [], handle: [], 'by hand': [], adapter: [] };
  const [rounds, milliseconds] = isQuick ? [5, 200] : [21, 500];
  for (let round = -3; round < rounds; round++) {
    for (const kind of shuffled(kinds)) {
      const time = await timeOf(worker, ports, [kind, exchange], milliseconds);
      if (round >= 0) times[kind].push(time);
    }
  }
  await worker.terminate();
  const ratios = times.adapter.map((time, round) => time / Number(times['by hand'][round]));
  const spread = `${formatNumber(quantile(ratios, 0.25))} to ${formatNumber(quantile(ratios, 0.75))}`;
  const best = kinds.map((kind) => formatTime(Math.min(...times[kind])));
  return { name: `${name}, ${exchange}`, cells: [formatNumber(median(ratios)), spread, ...best] };
}

/** The time of each adapter, in relation to the least code that calls `server.handle` in the same framework. */
export async function measureAdapters({ isQuick }: RunOptions): Promise<Table> {
  const rows: Row[] = [];
  for (const exchange of ['one resource', 'collection of 50 with 10 included']) {
    for (const name of [...Object.keys(frameworks), 'fetch'])
      rows.push(await measureFramework(name, exchange, isQuick));
  }
  return {
    title: 'Adapters, in relation to `server.handle` in the bare framework',
    columns: [
      'ratio',
      'half of the rounds',
      'framework, finished text',
      '`handle` alone',
      '`handle` in the bare framework',
      'adapter',
    ],
    rows,
    remarks: [
      'Processor time of the thread of the framework. Wanted: at most 1.05. `fetch` is measured without sockets.',
    ],
  };
}
