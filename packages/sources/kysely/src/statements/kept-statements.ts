import { type CompiledQuery, createQueryId, type QueryExecutor } from 'kysely';
import type { Table } from '../mapping/table.ts';
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
interface KeptStatement<Columns> {
  readonly compiled: CompiledQuery;
  readonly columns: Columns;
}

/** Half of the maximum number of statements of a table. */
const GENERATION_SIZE = 100;

/** The statements of a table by the text of their shape. Those that were not used for a generation are dropped. */
interface Generations {
  young: Map<string, KeptStatement<unknown>>;
  old: Map<string, KeptStatement<unknown>>;
}

const kept = new WeakMap<Table, Generations>();

function addYoung(generations: Generations, text: string, statement: KeptStatement<unknown>): void {
  if (generations.young.size >= GENERATION_SIZE) {
    generations.old = generations.young;
    generations.young = new Map();
  }
  generations.young.set(text, statement);
}

function generationsOf(table: Table): Generations {
  let generations = kept.get(table);
  if (generations === undefined) {
    generations = { young: new Map(), old: new Map() };
    kept.set(table, generations);
  }
  return generations;
}

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
  const make = (): KeptStatement<Columns> => {
    const { statement, columns } = build();
    return { compiled: statement.compile(), columns };
  };
  if (!isKeepable(shape)) return make();
  const { text } = shape;
  const generations = generationsOf(table);
  const young = generations.young.get(text);
  // The text determines the type of statement, and so of the columns.
  if (young !== undefined) return young as KeptStatement<Columns>;
  const statement = (generations.old.get(text) as KeptStatement<Columns> | undefined) ?? make();
  addYoung(generations, text, statement);
  return statement;
}

/** A compiled statement with the values of one execution. */
export interface ExecutableStatement extends Compilable {
  /** @param through What runs the statement instead of the executor. */
  readonly execute: (options?: AbortOptions, through?: Through) => Promise<readonly Row[]>;
}

type Through = Pick<QueryExecutor, 'executeQuery'>;
/** Kysely 0.28 has no name for this type. */
interface AbortOptions {
  readonly signal: AbortSignal;
  readonly inflightQueryAbortStrategy?: 'cancel query';
}

/** Returns a statement that can be executed with the values of a shape. */
export function withValues(
  { compiled }: KeptStatement<unknown>,
  executor: Executor,
  shape: Shape,
): ExecutableStatement {
  const bound = {
    ...compiled,
    parameters: parametersOf(shape, compiled.parameters),
    // Each execution of a kept statement has its own id: a cancellation must not affect the next execution.
    queryId: isKeepable(shape) ? createQueryId() : compiled.queryId,
  } as CompiledQuery<Row>;
  return {
    compile: () => bound,
    async execute(options?: AbortOptions, through: Through = executor): Promise<readonly Row[]> {
      assertOpen(executor);
      try {
        return (await through.executeQuery<Row>(bound, options)).rows;
      } catch (error) {
        recordFailure(error, bound.parameters);
        throw error;
      }
    },
  };
}
