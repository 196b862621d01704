import { compare, type Task } from '../measuring/harness.ts';
import { comparisonTable, type Part, type RunOptions, type Table } from '../measuring/table.ts';
import { serializeByLinkage, streamByLinkage } from '../workloads/linkage.ts';
import { type FlatWorkload, flat } from '../workloads/workload.ts';
import { assertSame } from './serialize.ts';
import { measureFrameworks } from './stream-frameworks.ts';

/** Records to a stream of text. */
export const streamParts: readonly Part[] = [
  { name: 'time', run: measureTime },
  { name: 'frameworks', run: measureFrameworks },
];

/** Records that are there already, given one at a time: the time to get them is not what is measured. */
async function* oneByOne<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield item;
}

/** Reads every chunk, as writing it to a socket would. */
async function readText(stream: AsyncIterable<string>): Promise<string> {
  let last = '';
  for await (const chunk of stream) {
    last = chunk;
    if (Number.isNaN(chunk.charCodeAt(chunk.length - 1))) throw new Error('A chunk is empty.');
  }
  return last;
}

async function measureTime({ isQuick }: RunOptions): Promise<Table> {
  const size = isQuick ? 10_000 : 100_000;
  const workload: FlatWorkload = flat('', size);
  const { records } = workload;
  let text = '';
  for await (const chunk of streamByLinkage(oneByOne(records))) text += chunk;
  assertSame('serializeStream', serializeByLinkage(workload), text);
  text = '';
  const encoder = new TextEncoder();
  const tasks: readonly Task[] = [
    { name: 'serialize, in one piece', run: () => serializeByLinkage(workload) },
    { name: 'serializeStream of an array', run: () => readText(streamByLinkage(records)), isAsync: true },
    {
      name: 'serializeStream of an async generator',
      run: () => readText(streamByLinkage(oneByOne(records))),
      isAsync: true,
    },
    { name: 'serialize, then as bytes', run: () => encoder.encode(serializeByLinkage(workload)).length },
    {
      name: 'serializeStream of an async generator, as bytes',
      run: () => new Response(streamByLinkage(oneByOne(records)).toReadableStream()).body?.pipeTo(new WritableStream()),
      isAsync: true,
    },
  ];
  const comparison = await compare(tasks, { rounds: isQuick ? 3 : 5, milliseconds: 100, batch: 1 });
  return comparisonTable(`${size.toLocaleString('en')} articles, time in relation to serialize`, comparison, []);
}
