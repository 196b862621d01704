import type { Selection } from '@linkage/server';
import { type CompiledQuery, createQueryId } from 'kysely';
import type { Table } from '../mapping/table.ts';
import type { Row, SelectedColumns } from './selected-columns.ts';
import type { Executor } from './transaction.ts';

/** A compiled statement with what becomes of its rows. */
interface KeptStatement {
  readonly compiled: CompiledQuery;
  readonly columns: SelectedColumns;
}

/** Statements kept for each table. To build and compile one takes longer than to execute it. */
const STATEMENT_CACHE_SIZE = 200;

const kept = new WeakMap<Table, Map<string, KeptStatement>>();

/**
 * Returns the statement of a shape. The shape must say everything that the text of the statement depends on.
 *
 * @param build Builds the statement with any parameters of this shape.
 */
export function keptStatement(table: Table, shape: string, build: () => KeptStatement): KeptStatement {
  const statements = kept.get(table) ?? new Map<string, KeptStatement>();
  kept.set(table, statements);
  const known = statements.get(shape);
  if (known !== undefined) return known;
  const made = build();
  statements.set(shape, made);
  // The oldest goes. Shapes come back again and again, so their order of use is not worth its upkeep.
  if (statements.size > STATEMENT_CACHE_SIZE) statements.delete(statements.keys().next().value as string);
  return made;
}

/** A text that is the same for selections of the same fields. */
export function shapeOf({ attributes, relationships }: Selection): string {
  return `${[...attributes].join()};${[...relationships].join()}`;
}

/** A kept statement with parameters of its own. */
export function withParameters({ compiled }: KeptStatement, executor: Executor, parameters: readonly unknown[]) {
  // Each execution has an id of its own: a cancellation must not meet the next execution of the same statement.
  const query = { ...compiled, parameters, queryId: createQueryId() } as CompiledQuery<Row>;
  return {
    execute: async (options?: Parameters<Executor['executeQuery']>[1]): Promise<readonly Row[]> =>
      (await executor.executeQuery(query, options)).rows,
  };
}
