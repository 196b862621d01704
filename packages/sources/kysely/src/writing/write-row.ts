import { type Awaitable, andThen } from '@linkage/core/internal';
import { type OperationNodeSource, type QueryResult, sql } from 'kysely';
import type { Table } from '../mapping/table.ts';
import type { WriteStatement } from '../statements/execute-write.ts';
import { type Compilable, keptStatement, writeWithValues } from '../statements/kept-statements.ts';
import {
  allFields,
  expressionsOf,
  type Row,
  recordOf,
  type SelectedColumns,
  type SourceRow,
  selectedColumns,
} from '../statements/selected-columns.ts';
import { type Shape, selectionShape, slotFor, startShape } from '../statements/shape.ts';
import type { Executor } from '../statements/transaction.ts';

type Values = Readonly<Record<string, unknown>>;

/** A statement that can return the rows that it writes. */
interface ReturningStatement {
  readonly returning: (columns: ReturnType<typeof expressionsOf>) => Returning;
}

type Returning = Compilable & OperationNodeSource;

/** Adds a note about a written row to the shape of its statement. Returns a function that makes one statement of both. */
export type Note = (executor: Executor, shape: Shape) => (statement: Returning, columns: SelectedColumns) => Compilable;

/** Returns the next version of a row that is written, by its column. */
export function increased({ version }: Table): Values {
  return version === undefined ? {} : { [version]: sql`${sql.id(version)} + 1` };
}

/** Begins the shape of a statement that writes these columns of a row and returns the whole row. */
export function startWrite(executor: Executor, table: Table, what: string, values: Values): Shape {
  return startShape(executor, `${what};${selectionShape(allFields(table))};${JSON.stringify(Object.keys(values))}`);
}

/** Adds the values of a row to a shape. Returns the values for building the statement. */
export function slotsFor(shape: Shape, values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, slotFor(shape, value)]));
}

/**
 * Writes a row and returns its record, or undefined if the statement returns no row. A statement is built once for each set of
 * columns: to build it takes a quarter of a write in SQLite.
 */
export function writeRow(
  executor: Executor,
  table: Table,
  shape: Shape,
  build: () => ReturningStatement,
  execute: (statement: WriteStatement<QueryResult<Row>>) => Awaitable<QueryResult<Row>>,
  note?: Note,
): Awaitable<SourceRow | undefined> {
  const noted = note?.(executor, shape);
  const kept = keptStatement(table, shape, () => {
    const columns = selectedColumns(table, allFields(table));
    const statement = build().returning(expressionsOf(columns));
    return { columns, statement: noted?.(statement, columns) ?? statement };
  });
  return andThen(execute(writeWithValues(kept, executor, shape)), ({ rows: [row] }) =>
    row === undefined ? undefined : recordOf(kept.columns, row),
  );
}
