import { type ErrorObject, errorObject, JsonApiError } from '@linkage/core';
import type { SourceCall } from '@linkage/server';
import { canStore } from '../dialects/column-values.ts';
import { describeColumn } from '../dialects/describe-column.ts';
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
  const values: Record<string, unknown> = foreignKeysOf(table, relationships);
  const problems: ErrorObject[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    const column = columnOf(table, name);
    const stored = value === null ? null : column.encode(value);
    if (stored !== null && !canStore(column.type, stored, table.dialect.values)) {
      const detail = `\`${name}\` must be ${describeColumn(column.type, stored)}.`;
      problems.push(errorObject('ATTRIBUTE_INVALID', detail, { source: { pointer: `/data/attributes/${name}` } }));
    }
    values[column.name] = stored;
  }
  if (problems.length > 0) throw new JsonApiError(problems);
  return values;
}
