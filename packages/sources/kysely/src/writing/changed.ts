import type { Key } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import type { Execute } from '../statements/execute-write.ts';
import type { Executor } from '../statements/transaction.ts';

/** The resource whose relationship changes. */
export interface Changed {
  readonly executor: Executor;
  readonly table: Table;
  readonly key: Key;
  /** Executes the statements of the write. */
  readonly execute: Execute;
  /** Whether this write has created the resource, so that no row of a join table refers to it yet. */
  readonly isNew?: boolean;
}
