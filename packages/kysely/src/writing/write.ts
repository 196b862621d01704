import { assertStorable } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import { columnOf, type Table } from '../mapping/table.ts';
import { type Executor, runInTransaction, runStatement } from '../statements/transaction.ts';
import { toJsonApiError } from '../statements/violation.ts';
import { foreignKeysOf } from './linkage.ts';

/** The common part of create and update requests. */
export interface WrittenFields {
  readonly attributes: object;
  readonly relationships: object;
}

/** A write of one resource. */
export interface Write {
  readonly table: Table;
  readonly call: SourceCall;
  /** Whether one statement is enough if statements return the row that they write. */
  readonly statements: 'one' | 'several';
  /** Whether the request document contains a resource, so that errors can point to its fields. */
  readonly hasFields: boolean;
}

/** Runs a write of one statement directly, and a write of several statements completely or not at all. */
export async function runWrite<Result>(
  db: Executor,
  write: Write,
  run: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  const { table, call, statements } = write;
  call.signal.throwIfAborted();
  const isOne = statements === 'one' && table.dialect.returning;
  try {
    return await (isOne ? runStatement(db, call, run) : runInTransaction(db, call, run));
  } catch (error) {
    throw toJsonApiError(error, write);
  }
}

/** Returns the values that a request writes into the type's own row, by column. */
export function valuesOf(
  table: Table,
  { attributes, relationships }: WrittenFields,
): Readonly<Record<string, unknown>> {
  const stored = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value === null ? null : columnOf(table, name).encode(value)] as const);
  assertStorable(Object.fromEntries(stored), (name) => columnOf(table, name).type, table.dialect.values);
  const values: Record<string, unknown> = foreignKeysOf(table, relationships);
  for (const [name, value] of stored) values[columnOf(table, name).name] = value;
  return values;
}
