import { type Awaitable, Generations, oncePer, orElse } from '@linkage/core/internal';
import { type CompiledQuery, createQueryId, type QueryResult } from 'kysely';
import { executeDirectly } from '../dialects/direct-statements.ts';
import type { Table } from '../mapping/table.ts';
import type { WriteStatement } from './execute-write.ts';
import { recordFailure } from './failed-statement.ts';
import type { Row } from './selected-columns.ts';
import { isKeepable, parametersOf, type Shape } from './shape.ts';
import type { Executor } from './transaction.ts';
import { assertOpen } from './transaction-end.ts';

/** A statement that is not compiled yet. */
export interface Compilable {
  readonly compile: () => CompiledQuery;
}

/** A statement that is not compiled yet, and the columns of its rows. */
export interface BuiltStatement<Columns> {
  readonly statement: Compilable;
  readonly columns: Columns;
}

/** A compiled statement, and the columns of its rows. */
export interface KeptStatement<Columns> {
  readonly compiled: CompiledQuery;
  readonly columns: Columns;
  /** Whether it is kept, for other values. */
  readonly isKept: boolean;
}

/** Half of the maximum number of statements of a table. */
const GENERATION_SIZE = 100;

/** The statements of a table by the text of their shape. */
const statementsOf = oncePer((_: Table) => new Generations<KeptStatement<unknown>>(GENERATION_SIZE, Infinity));

/**
 * Returns the statement of a shape. Building and compiling a statement takes longer than executing most statements.
 *
 * @param build Builds the statement with the slots of the shape.
 */
export function keptStatement<Columns>(
  table: Table,
  shape: Shape,
  build: () => BuiltStatement<Columns>,
): KeptStatement<Columns> {
  if (!isKeepable(shape)) return makeStatement(build, false);
  const statements = statementsOf(table);
  const known = statements.get(shape.text);
  // The text determines the type of statement, and so of the columns.
  if (known !== undefined) return known as KeptStatement<Columns>;
  const made = makeStatement(build, true);
  statements.set(shape.text, made);
  return made;
}

function makeStatement<Columns>(build: () => BuiltStatement<Columns>, isKept: boolean): KeptStatement<Columns> {
  const { statement, columns } = build();
  return { compiled: statement.compile(), columns, isKept };
}

/** Returns a statement with the values of one execution. */
export function withValues(
  { compiled, isKept }: KeptStatement<unknown>,
  values: readonly unknown[],
): CompiledQuery<Row> {
  return {
    ...compiled,
    parameters: parametersOf(values, compiled.parameters),
    // Each execution of a kept statement has its own id: a cancellation must not affect the next execution.
    queryId: isKept ? createQueryId() : compiled.queryId,
  } as CompiledQuery<Row>;
}

/**
 * Runs a statement of an executor, and records the parameters of a statement that fails.
 *
 * @throws {Error} If the transaction of the executor has ended.
 */
export function recordingFailure<Result>(
  executor: Executor,
  { parameters }: CompiledQuery,
  run: () => Awaitable<Result>,
): Awaitable<Result> {
  if (executor.isTransaction) assertOpen(executor);
  return orElse(run, (error) => {
    recordFailure(error, parameters);
    throw error;
  });
}

/** Returns a statement that writes, with the values of a shape. */
export function writeWithValues(
  kept: KeptStatement<unknown>,
  executor: Executor,
  shape: Shape,
): WriteStatement<QueryResult<Row>> {
  const statement = withValues(kept, shape.values);
  return {
    compile: () => statement,
    execute: () => {
      if (executor.isTransaction) assertOpen(executor);
      return executeDirectly(executor, statement);
    },
  };
}
