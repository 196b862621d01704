import type { Api } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { AtomicClient } from './client.ts';
import { type Batch, type ImportOptions, type ImportProgress, sendRows } from './send-rows.ts';

const importOptions: OptionTable = optionTable({
  ...{ key: 'string', write: 'function', batchSize: 'number', from: 'object', concurrency: 'number', signal: 'object' },
  onRejected: 'function',
});

async function* batchesOf<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  from: number,
  size: number,
): AsyncGenerator<Batch<Row>> {
  let index = 0;
  let batch: Row[] = [];
  for await (const row of rows) {
    if (index++ < from) continue;
    batch.push(row);
    if (batch.length < size) continue;
    yield { start: index - size, rows: batch };
    batch = [];
  }
  if (batch.length > 0) yield { start: index - batch.length, rows: batch };
}

function wholeNumber(name: string, value: unknown, least: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= least) return value as number;
  throw new TypeError(`importRows: \`${name}\` must be a whole number of ${least} or more, but it is ${value}.`);
}

/**
 * Imports rows of any number: sends them in requests with Atomic Operations, and yields the progress after each. Keeps only the rows of
 * `concurrency` requests in memory. Each request has an idempotency key, so an import that continues sends no row twice: the server
 * must have the option `idempotency`.
 *
 * @throws {TypeError} If an option is missing or invalid, or `from` has another `batchSize`.
 * @throws {ImportError} If the server rejects a request, or does not respond. Its `cause` is the `JsonApiError` or the `ClientError`.
 * @see https://jsonapi.org/ext/atomic/
 * @example
 * for await (const progress of importRows(client, rows, { key: 'customers-7', write })) save(progress);
 */
export async function* importRows<A extends Api, Row>(
  client: AtomicClient<A>,
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: ImportOptions<A, Row>,
): AsyncGenerator<ImportProgress, void, undefined> {
  const given = readOptions('importRows', options, importOptions);
  const { key, write, from, concurrency = 1 } = given;
  if (typeof key !== 'string' || !/^[ -~]{1,200}$/.test(key))
    throw new TypeError('importRows: `key` must be 1 to 200 printable ASCII characters.');
  if (typeof write !== 'function') throw new TypeError('importRows: `write` is required.');
  const batchSize = wholeNumber('batchSize', given.batchSize ?? from?.batchSize ?? 50, 1);
  const done = wholeNumber('from.done', from?.done ?? 0, 0);
  if (from !== undefined && from.batchSize !== batchSize)
    throw new TypeError(
      `importRows: \`batchSize\` must be that of \`from\`, ${from.batchSize}, but it is ${batchSize}.`,
    );
  const [atOnce, most] = [wholeNumber('concurrency', concurrency, 1), { batchSize, rows: batchSize }];
  const running: Promise<number>[] = [];
  const next = async (): Promise<ImportProgress> => ({ done: (await running.shift()) as number, batchSize });
  try {
    for await (const batch of batchesOf(rows, done, batchSize)) {
      if (running.length >= atOnce) yield await next();
      const sent = sendRows(client, batch, given, most);
      // The loop reports a failure when it comes to this request.
      sent.catch(() => undefined);
      running.push(sent);
    }
    while (running.length > 0) yield await next();
  } finally {
    // Nothing is written after the end of the import.
    await Promise.allSettled(running);
  }
}
