import { type Api, JsonApiError } from '@linkage/core';
import type { AtomicClient } from './client.ts';
import { ClientError } from './client-error.ts';
import type { Transaction } from './transaction.ts';

/** The progress of an import. It is JSON, so that an application can keep it, and continue the import with it. */
export interface ImportProgress {
  /** The number of rows that are written: the index of the first row that may not be. */
  readonly done: number;
  /** The number of rows of a request. */
  readonly batchSize: number;
}

/** Options of `importRows`. */
export interface ImportOptions<A extends Api, Row> {
  /** Identifies the import, in 1 to 200 printable ASCII characters: the same key continues it, another one begins it again. */
  readonly key: string;
  /** Adds the operations of a row to a transaction, or none to skip it. It must add the same operations when the import continues. */
  readonly write: (transaction: Transaction<A>, row: Row, index: number) => void;
  /** The number of rows of a request, which is sent in halves if it is too large or takes too long. Default: that of `from`, else 50. */
  readonly batchSize?: number | undefined;
  /** The last progress of an interrupted import: the rows before it are read, but not sent. Default: the first row. */
  readonly from?: ImportProgress | undefined;
  /** The number of requests that run at the same time. Default: 1. */
  readonly concurrency?: number | undefined;
  /**
   * Receives each row that the server rejects, and the import goes on without it. An import that continues can report a row again. Default: the
   * import ends with an `ImportError`.
   */
  readonly onRejected?: ((rejected: RejectedRow<Row>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A row that the server rejects. */
export interface RejectedRow<Row> {
  readonly index: number;
  readonly row: Row;
  readonly error: JsonApiError;
}

/** The error of an import whose request failed, or whose `write` threw: the server has written all rows before `progress.done`. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** The last progress. An import with `from: progress` sends the failed request again. */
  readonly progress: ImportProgress;
  /** The index of the row that the server rejects, or for which `write` threw. Undefined if the error is not about one row. */
  readonly index: number | undefined;

  constructor(message: string, progress: ImportProgress, index: number | undefined, cause: unknown) {
    super(message, { cause });
    this.progress = progress;
    this.index = index;
  }
}

/** Thrown by the function of a transaction to which no row has added an operation. */
const skipped = new Error('No row has an operation.');

/** The statuses of requests that took too long or are too large. */
const tooMuch: ReadonlySet<number> = new Set([413, 504]);

/** The rows of one request. */
export interface Batch<Row> {
  readonly start: number;
  readonly rows: readonly Row[];
}

/** Returns the index of the operation that an error is about. */
function operationOf(cause: unknown): number | undefined {
  const pointer = JsonApiError.is(cause) ? cause.errors.at(0)?.source?.pointer : undefined;
  const digits = /^\/atomic:operations\/(\d+)(?:\/|$)/.exec(pointer ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether fewer rows may succeed: the request took too long, is too large, or has too many operations. */
function isTooMuch(cause: unknown): boolean {
  if (ClientError.is(cause)) return tooMuch.has(Number(cause.status));
  return JsonApiError.is(cause) && (tooMuch.has(Number(cause.status)) || hasCode(cause, 'OPERATIONS_TOO_MANY'));
}

/** Whether the server has written other rows with the key: fewer or more, from the same index. */
function isOther(thrown: unknown): boolean {
  return thrown instanceof ImportError && hasCode(thrown.cause, 'IDEMPOTENCY_KEY_REUSED');
}

function hasCode(cause: unknown, code: string): boolean {
  return JsonApiError.is(cause) && cause.errors.some((error) => error.code === code);
}

/** The sizes of requests. */
export interface Most {
  /** The number of rows after which an import reports its progress. */
  readonly batchSize: number;
  /** The number of rows of a request that was not too much. Becomes smaller. */
  rows: number;
}

/** Sends rows in one request. Returns the number of rows that are then written. */
async function sendOnce<A extends Api, Row>(
  client: AtomicClient<A>,
  { start, rows }: Batch<Row>,
  { key, write, signal }: ImportOptions<A, Row>,
  batchSize: number,
): Promise<number> {
  // The row of each operation, for the errors.
  const owners: number[] = [];
  const end = start + rows.length;
  let at = end;
  const run = (transaction: Transaction<A>): readonly never[] => {
    const counted = Object.fromEntries(
      Object.entries(transaction).map(([name, add]) => [
        name,
        (...given: readonly unknown[]) => {
          const handle: unknown = (add as (...given: readonly unknown[]) => unknown)(...given);
          owners.push(at);
          return handle;
        },
      ]),
    ) as unknown as Transaction<A>;
    at = start;
    for (const row of rows) {
      write(counted, row, at);
      at++;
    }
    // An application can skip rows. A request must have an operation.
    if (owners.length === 0) throw skipped;
    return [];
  };
  try {
    await client.atomic(run, { idempotencyKey: `${key}:${start}`, signal });
  } catch (cause) {
    if (cause === skipped) return end;
    const operation = operationOf(cause);
    // If `write` throws, the error is about its row.
    const index = at < end ? at : operation === undefined ? undefined : owners[operation];
    const where = index === undefined ? `rows ${start} to ${end - 1}` : `row ${index}`;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ImportError(`Import: ${where}: ${reason}`, { done: start, batchSize }, index, cause);
  }
  return end;
}

/**
 * Sends rows, in halves if they are too much for one request. The halves follow from the rows, so an import that continues sends the same
 * requests again.
 */
export async function sendRows<A extends Api, Row>(
  client: AtomicClient<A>,
  batch: Batch<Row>,
  options: ImportOptions<A, Row>,
  most: Most,
): Promise<number> {
  const { start, rows } = batch;
  const once = () => sendOnce(client, batch, options, most.batchSize);
  const middle = Math.ceil(rows.length / 2);
  if (rows.length <= most.rows || rows.length === 1) {
    try {
      return await once();
    } catch (thrown) {
      const { cause, index } = thrown as ImportError;
      const isLarge = isTooMuch(cause);
      const error = options.onRejected && index !== undefined && JsonApiError.is(cause) ? cause : undefined;
      if (rows.length === 1 && error !== undefined) {
        options.onRejected?.({ index: start, row: rows[0] as Row, error });
        return start + 1;
      }
      // In halves, so that an import that continues sends the same requests again.
      if (rows.length === 1 || !(isLarge || error !== undefined || isOther(thrown))) throw thrown;
      if (isLarge) most.rows = Math.min(most.rows, middle);
    }
  }
  try {
    await sendRows(client, { start, rows: rows.slice(0, middle) }, options, most);
  } catch (thrown) {
    // A request that seemed to fail was done.
    if (isOther(thrown)) return once();
    throw thrown;
  }
  return sendRows(client, { start: start + middle, rows: rows.slice(middle) }, options, most);
}
