import { inTurns, ratioOfRounds } from '../measuring/statistics.ts';
import { formatTime, type Row, type RunOptions, ratioCells, type Table } from '../measuring/table.ts';
import { startTask, type TaskProcess } from '../measuring/task.ts';
import { exchanges } from './articles-server.ts';
import { frameworks } from './frameworks.ts';
import { responsesOf } from './load.ts';

const kinds = ['finished text', 'handle', 'by hand', 'Linkage'] as const;

/** The processor time of the framework for one request, in microseconds. */
async function timeOf(
  task: TaskProcess,
  port: number | undefined,
  [kind, exchange]: readonly [kind: string, exchange: string],
  milliseconds: number,
): Promise<number> {
  if (port === undefined) return task.reply([kind, milliseconds * 4]);
  const { request } = exchanges[exchange] as (typeof exchanges)[string];
  const before = await task.reply<number>('time');
  const { count } = await responsesOf(port, request, milliseconds);
  return ((await task.reply<number>('time')) - before) / count;
}

async function measureFramework(name: string, exchange: string, isQuick: boolean): Promise<Row> {
  const task = startTask('server/serve-task.ts', [exchange, name]);
  const ports = await task.reply<Readonly<Record<string, number>>>();
  const [rounds, milliseconds] = isQuick ? [5, 200] : [21, 500];
  const times = await inTurns(kinds, [-3, rounds], (kind) =>
    timeOf(task, ports[`${name}, ${kind}`], [kind, exchange], milliseconds),
  );
  task.end();
  const [, , byHand = [], adapter = []] = times;
  const best = times.map((ofKind) => formatTime(Math.min(...ofKind)));
  return { name: `${name}, ${exchange}`, cells: [...ratioCells(ratioOfRounds(adapter, byHand)), ...best] };
}

/** The time of each adapter, in relation to the least code that calls `server.handle` in the same framework. */
export async function measureAdapters({ isQuick }: RunOptions): Promise<Table> {
  const rows: Row[] = [];
  for (const exchange of ['one resource', 'collection of 50 with 10 included'])
    for (const name of [...Object.keys(frameworks), 'fetch'])
      rows.push(await measureFramework(name, exchange, isQuick));
  return {
    title: 'Adapters, in relation to `server.handle` in the bare framework',
    columns: [
      ...['ratio', 'half of the rounds', 'framework, finished text', '`handle` alone'],
      ...['`handle` in the bare framework', 'adapter'],
    ],
    rows,
    remarks: [
      'Processor time of the process of the framework. Wanted: at most 1.05. `fetch` is measured without sockets.',
    ],
  };
}
