import { joinStrings, type ResourceParts } from '../compound/write-resource.ts';
import type { RecordSource } from './record-source.ts';

/** The approximate number of characters of a chunk. */
const TARGET = 64 * 1024;
/**
 * The number of resources in the first chunk, and the maximum for any chunk: one call of JSON.stringify for several
 * resources is faster.
 */
const FIRST = 16;
const MAX_BATCH_SIZE = 256;
/** The number of milliseconds after which an incomplete chunk is written. */
const PATIENCE = 50;

/** Reads up to `size` items; fewer from a slow source or at its end. */
async function takeBatch<Item>(
  source: RecordSource<Item>,
  size: number,
  toResource: (item: Item) => ResourceParts,
): Promise<readonly ResourceParts[]> {
  const batch: ResourceParts[] = [];
  const { isAsync } = source;
  const deadline = performance.now() + PATIENCE;
  do {
    let step: IteratorResult<Item>;
    try {
      const pending = source.next();
      // Do not await items that are already available: awaiting each would double the time.
      step = isAsync ? await pending : (pending as IteratorResult<Item>);
    } catch (error) {
      source.end();
      throw error;
    }
    if (step.done === true) source.end();
    if (source.isOver()) break;
    batch.push(toResource(step.value));
  } while (batch.length < size && (!isAsync || performance.now() < deadline));
  return batch;
}

/** Returns the strings of resource objects of an array: several at a time, separated by commas, without brackets. */
export async function* itemStrings<Item>(
  source: RecordSource<Item>,
  toResource: (item: Item) => ResourceParts,
): AsyncGenerator<string, void, undefined> {
  let size = FIRST;
  while (!source.isOver()) {
    const batch = await takeBatch(source, size, toResource);
    if (batch.length === 0) return;
    const text = joinStrings(batch);
    size = Math.max(1, Math.min(MAX_BATCH_SIZE, Math.floor((TARGET * batch.length) / text.length)));
    yield text;
  }
}
