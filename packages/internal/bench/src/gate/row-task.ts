/**
 * Measures one row of the gate in a process of its own: `row-task.ts <checkout> <row>`. Each message is a number of
 * milliseconds, and the fewest calls; the reply is the CPU time of one call in microseconds.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Modules } from '../workloads/apis.ts';
import { type GateRow, gateRows } from './rows.ts';

const [root = '', name = ''] = process.argv.slice(2);

function load(path: string): Promise<never> {
  return import(pathToFileURL(join(root, 'packages', path, 'src/index.ts')).href) as Promise<never>;
}

async function rowOf(): Promise<GateRow | undefined> {
  const recorded = gateRows[name];
  if (recorded === undefined) return (await import('./straight-rows.ts')).straightRows[name]?.();
  const modules: Modules = { core: await load('core'), server: await load('server') };
  return recorded(modules);
}

const row = await rowOf();
if (row === undefined) throw new Error(`The gate does not have a row "${name}".`);
const { run, batch } = row;
/** Keeps the last result, so that V8 cannot omit the work for it. */
const sink: { result: unknown } = { result: undefined };

async function measure([milliseconds, fewest]: readonly [milliseconds: number, fewest: number]): Promise<number> {
  const before = process.cpuUsage();
  const end = performance.now() + milliseconds;
  let calls = 0;
  for (; performance.now() < end || calls < fewest; calls += batch) {
    for (let call = 0; call < batch; call++) {
      const result = run();
      sink.result = result instanceof Promise ? await result : result;
    }
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

process.on('message', async (message: [number, number]) => process.send?.(await measure(message)));
process.send?.('ready');
