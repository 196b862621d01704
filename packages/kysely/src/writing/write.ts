import type { SourceCall } from '@linkage/server';
import { columnOf, type Table } from '../mapping/table.ts';
import { type Executor, executorOf, runInTransaction } from '../statements/transaction.ts';
import { refusalOf } from '../statements/violation.ts';
import { foreignKeysOf } from './linkage.ts';

/** The common part of create and update requests. */
export interface WrittenFields {
  readonly attributes: object;
  readonly relationships: object;
}

/** Runs a write of one statement directly, and a write of several statements completely or not at all. */
export async function runWrite<Result>(
  db: Executor,
  table: Table,
  call: SourceCall,
  statements: 'one' | 'several',
  run: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  call.signal.throwIfAborted();
  try {
    return await (statements === 'one' ? run(executorOf(db, call)) : runInTransaction(db, call, run));
  } catch (error) {
    throw refusalOf(error, table, call);
  }
}

/** Returns the values that a request writes into the type's own row, by column. */
export function valuesOf(
  table: Table,
  { attributes, relationships }: WrittenFields,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = foreignKeysOf(table, relationships);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    const column = columnOf(table, name);
    values[column.name] = value === null ? null : column.encode(value);
  }
  return values;
}
