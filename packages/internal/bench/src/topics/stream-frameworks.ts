import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row, RunOptions, Table } from '../measuring/table.ts';
import { startTask, type TaskProcess } from '../measuring/task.ts';
import { frameworks } from '../server/frameworks.ts';
import type { FrameworkUse } from './stream-framework-task.ts';

const MEGABYTE = 2 ** 20;
/** The limit of the memory above idle, in megabytes, and of the time of each framework, in milliseconds. */
const MEMORY = 24;
/** V8 lets new objects fill up to 100 MB before it collects them, as the machine allows. What a stream needs shows only below that. */
const NEW_OBJECTS = 8;
const TIME = 120_000;
const ATTEMPTS = 3;

/** Reads a response, and takes a little time for each chunk. Returns the number of bytes. */
async function readSlowly(port: number, pause: number): Promise<number> {
  const [response] = (await once(get({ port, host: '127.0.0.1', path: '/articles' }), 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (pause > 0) await sleep(pause);
  }
  return bytes;
}

async function useOf(task: TaskProcess, port: number): Promise<FrameworkUse> {
  if (port === 0) return task.reply('start');
  await readSlowly(port, 0);
  await task.reply('start');
  const bytes = await readSlowly(port, 1);
  return { ...(await task.reply<FrameworkUse>('end')), bytes };
}

/** A process that streams once. */
async function measure(name: string, count: number): Promise<FrameworkUse & { readonly seconds: number }> {
  const flags = ['--expose-gc', `--max-semi-space-size=${NEW_OBJECTS}`];
  const task = startTask('topics/stream-framework-task.ts', [name, String(count)], flags);
  const timer = setTimeout(task.end, TIME);
  try {
    const started = performance.now();
    const use = await useOf(task, await task.reply<number>());
    return { ...use, seconds: (performance.now() - started) / 1000 };
  } finally {
    clearTimeout(timer);
    task.end();
  }
}

/**
 * The first of a few processes that stays below the limit. In some, V8 moves the strings of chunks to its old objects, and a
 * collection frees them: 26 MB of 96 were left.
 */
async function rowOf(name: string, count: number): Promise<Row> {
  for (let attempt = 1; ; attempt++) {
    const { peak, bytes, seconds } = await measure(name, count);
    const cells = [(peak / MEGABYTE).toFixed(1), (bytes / MEGABYTE).toFixed(0), seconds.toFixed(1)];
    if (peak <= MEMORY * MEGABYTE) return { name, cells };
    if (attempt === ATTEMPTS) throw new Error(`${name} needs ${peak} bytes, more than ${MEMORY} MB.`);
  }
}

/** The memory of frameworks that stream a collection to a slow client. Fails above the limit. */
export async function measureFrameworks({ isQuick }: RunOptions): Promise<Table> {
  const count = isQuick ? 10_000 : 100_000;
  const rows: Row[] = [];
  for (const name of [...Object.keys(frameworks), 'fetch']) rows.push(await rowOf(name, count));
  return {
    title: `A server that streams ${count.toLocaleString('en')} records to a slow client`,
    columns: ['peak above idle, MB', 'document, MB', 'seconds'],
    rows,
    remarks: [
      `The memory of the whole process, with \`--max-semi-space-size=${NEW_OBJECTS}\`. At most ${MEMORY} MB: more in ${ATTEMPTS} processes is an error.`,
    ],
  };
}
