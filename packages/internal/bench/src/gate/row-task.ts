/**
 * Measures one row of the gate in a process of its own: `row-task.ts <checkout> <row>`. Each message is a number of
 * milliseconds; the reply is the processor time of one call in microseconds.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Modules } from '../workloads/apis.ts';
import { gateRows } from './rows.ts';

const [root = '', name = ''] = process.argv.slice(2);

function load(path: string): Promise<never> {
  return import(pathToFileURL(join(root, 'packages', path, 'src/index.ts')).href) as Promise<never>;
}

const modules: Modules = { core: await load('core'), server: await load('server') };
const row = gateRows[name]?.(modules);
if (row === undefined) throw new Error(`The gate does not have a row "${name}".`);
const { run, batch } = row;
/** Keeps the last result, so that V8 cannot omit the work for it. */
const sink: { result: unknown } = { result: undefined };

async function measure(milliseconds: number): Promise<number> {
  const before = process.cpuUsage();
  const end = performance.now() + milliseconds;
  let calls = 0;
  for (; performance.now() < end || calls === 0; calls += batch) {
    for (let call = 0; call < batch; call++) {
      const result = run();
      sink.result = result instanceof Promise ? await result : result;
    }
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

process.on('message', async (milliseconds: number) => process.send?.(await measure(milliseconds)));
process.send?.('ready');
