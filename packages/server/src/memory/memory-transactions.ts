import type { SourceCall } from '../data-source.ts';
import type { AnySource } from '../exchange.ts';
import type { MemoryTable } from './memory-table.ts';

/**
 * Makes the `transaction` of sources over these tables. Transactions run one after the other, so that one which fails
 * takes back its own changes alone; a transaction within a transaction is part of it.
 */
export function memoryTransactions(tables: Iterable<MemoryTable>): NonNullable<AnySource['transaction']> {
  const all = [...tables];
  let running: object | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function runAlone<Result, Call extends SourceCall>(
    run: (call: Call) => Promise<Result>,
    call: Call,
  ): Promise<Result> {
    const before = all.map((table) => [table, [...table]] as const);
    const transaction = Object.freeze({});
    running = transaction;
    try {
      return await run({ ...call, transaction });
    } catch (error) {
      for (const [table, records] of before) {
        table.clear();
        for (const [id, record] of records) table.set(id, record);
      }
      throw error;
    } finally {
      running = undefined;
    }
  }

  return (run, call) => {
    if (running !== undefined && call.transaction === running) return run(call);
    const result = last.then(() => runAlone(run, call));
    last = result.catch(() => undefined);
    return result;
  };
}
