import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median, quantile, shuffled } from '../statistics.ts';
import { formatNumber, formatTime, type Row, type RunOptions, type Table } from '../table.ts';
import { exchanges } from './articles-server.ts';
import { type Checkout, prepareCheckout, thisCheckout } from './checkout.ts';

async function timeOf(child: ChildProcess, milliseconds: number): Promise<number> {
  child.send(milliseconds);
  const [time] = await once(child, 'message');
  return time;
}

async function compareExchange(name: string, checkouts: readonly Checkout[], isQuick: boolean): Promise<Row> {
  const children = checkouts.map(({ root }) => fork(join(import.meta.dirname, 'loop-task.ts'), [root, name]));
  const times = children.map((): number[] => []);
  const [rounds, milliseconds] = isQuick ? [3, 200] : [11, 500];
  for (let round = -2; round < rounds; round++) {
    for (const index of shuffled([...children.keys()])) {
      const time = await timeOf(children[index] as ChildProcess, milliseconds);
      if (round >= 0) times[index]?.push(time);
    }
  }
  for (const child of children) child.kill();
  const [current = [], other = []] = times;
  const ratios = current.map((time, round) => time / (other[round] as number));
  const spread = `${formatNumber(quantile(ratios, 0.25))} to ${formatNumber(quantile(ratios, 0.75))}`;
  return {
    name,
    cells: [formatNumber(median(ratios)), spread, formatTime(Math.min(...current)), formatTime(Math.min(...other))],
  };
}

/** The time of `handle` in this checkout, in relation to that in another one: each in a process of its own, in turns. */
export async function measureAgainst(commit: string, { isQuick }: RunOptions): Promise<Table> {
  const other = prepareCheckout(commit);
  const rows: Row[] = [];
  for (const name of Object.keys(exchanges)) rows.push(await compareExchange(name, [thisCheckout, other], isQuick));
  return {
    title: `Without a socket, in relation to ${other.name}`,
    columns: ['ratio', 'half of the rounds', 'best time', `best time of ${other.name}`],
    rows,
    remarks: [],
  };
}
