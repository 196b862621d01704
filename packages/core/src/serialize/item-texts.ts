import type { RecordSource } from './record-source.ts';

/** About as many characters as a chunk has. */
const TARGET = 64 * 1024;
/** The resources of the first chunk, and the most of any: one call of JSON.stringify for several is faster. */
const FIRST = 16;
const MOST = 256;
/** Milliseconds after which a chunk goes out with what there is. */
const PATIENCE = 50;

/** Takes up to so many items, fewer from a slow source or at its end. */
async function takeBatch<Item>(
  source: RecordSource<Item>,
  size: number,
  toResource: (item: Item) => object,
): Promise<readonly object[]> {
  const batch: object[] = [];
  const { isAsync } = source;
  const deadline = isAsync ? Date.now() + PATIENCE : 0;
  do {
    let step: IteratorResult<Item>;
    try {
      const pending = source.next();
      // What is there already is not waited for: that would take as long as all the rest.
      step = isAsync ? await pending : (pending as IteratorResult<Item>);
    } catch (error) {
      source.end();
      throw error;
    }
    if (step.done === true) source.end();
    if (source.isOver()) break;
    batch.push(toResource(step.value));
  } while (batch.length < size && (!isAsync || Date.now() < deadline));
  return batch;
}

/** The texts of the items of a JSON array: several at a time with commas between them, no brackets around. */
export async function* itemTexts<Item>(
  source: RecordSource<Item>,
  toResource: (item: Item) => object,
): AsyncGenerator<string, void, undefined> {
  let size = FIRST;
  while (!source.isOver()) {
    const batch = await takeBatch(source, size, toResource);
    if (batch.length === 0) return;
    const text = JSON.stringify(batch);
    size = Math.max(1, Math.min(MOST, Math.floor((TARGET * batch.length) / text.length)));
    yield text.slice(1, -1);
  }
}
