/** One stream in a process of its own: `stream-task.ts <kind of records> <read | stream> <number of records>`. */

import { type FlatArticle, readAuthoredArticles, readFlatArticles } from '../workloads/data.ts';
import { streamAuthoredByLinkage, streamByLinkage } from '../workloads/linkage.ts';

/** The memory of one stream, in bytes. */
export interface StreamUse {
  /** The highest the process came to, above what it held before. */
  readonly peak: number;
  /** The memory that is held when the last record is written. */
  readonly kept: number;
}

const [kind = '', mode = '', count = ''] = process.argv.slice(2);
// A first stream with few records: what is loaded or made once is not what a stream needs.
await run(10);
globalThis.gc?.();
const before = process.memoryUsage();
const kept = await run(Number(count));
// Kilobytes.
const peak = Math.max(0, process.resourceUsage().maxRSS * 1024 - before.rss);
process.send?.({ peak, kept } satisfies StreamUse);

/** Every id once, in an order that does not grow. */
async function* shuffled(items: AsyncIterable<FlatArticle>, size: number): AsyncGenerator<FlatArticle> {
  for await (const item of items) yield { ...item, id: String((Number(item.id) * 7919) % (size + 1)) };
}

/** Gives the bytes of objects that are held when there are no more records. */
async function run(size: number): Promise<number> {
  const use = { atStart: process.memoryUsage().heapUsed, atEnd: 0 };
  const note = () => {
    globalThis.gc?.();
    use.atEnd = process.memoryUsage().heapUsed;
  };
  if (kind === 'authored') {
    const records = noted(readAuthoredArticles(size, 1000), note);
    await readAll(mode === 'read' ? records : streamAuthoredByLinkage(records));
  } else {
    const articles = readFlatArticles(size);
    const records = noted(kind === 'shuffled' ? shuffled(articles, size) : articles, note);
    await readAll(mode === 'read' ? records : streamByLinkage(records));
  }
  return use.atEnd - use.atStart;
}

async function* noted<Item>(items: AsyncIterable<Item>, note: () => void): AsyncGenerator<Item> {
  for await (const item of items) yield item;
  note();
}

async function readAll(items: AsyncIterable<unknown>): Promise<void> {
  for await (const item of items) if (item === undefined) throw new Error('There is nothing.');
}
