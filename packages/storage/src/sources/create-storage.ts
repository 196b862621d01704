import type { Api } from '@linkage/core';
import type { SourceCall, SourceCondition } from '@linkage/server';
import type { Key } from '../columns/key.ts';
import { modelSources } from './model-sources.ts';
import type { ModelStatements } from './model-statements.ts';
import { type ConditionBuilder, storageCondition } from './storage-condition.ts';
import type { StorageSource } from './storage-source.ts';
import { type StorageWrites, storageWrites, type WriteStatements } from './storage-writes.ts';
import { readStoredTypes, type StorageOptions } from './stored-types.ts';
import { tableSources } from './table-sources.ts';
import type { TableStatements } from './table-statements.ts';

/** The parts of data sources that do not depend on the library that runs the statements. */
export interface Storage {
  /** Returns the ids that rows of a type can have, as the database compares them. Each key occurs once. */
  readonly keys: (type: string, ids: readonly string[]) => readonly Key[];
  /** Builds the condition of a filter term, through any relationships. */
  readonly condition: <Condition>(
    type: string,
    term: SourceCondition,
    builder: ConditionBuilder<Condition>,
  ) => Condition;
  /**
   * Creates the methods `create`, `update`, `delete`, and `relate` of a source: checks values, converts ids, computes
   * the difference of linkage, and converts violated constraints to errors for the client.
   */
  readonly writes: <Row extends object, Call extends Pick<SourceCall, 'readable'>>(
    type: string,
    statements: WriteStatements<Row, Call>,
  ) => StorageWrites<Row, Call>;
  /**
   * Creates the sources of all types with columns, from the statements of a library with models, which knows
   * relationships. They apply all filters and conditions of access rules that the library can write.
   */
  readonly modelSources: <Executor, Condition>(
    database: Executor,
    statements: ModelStatements<Executor, Condition>,
  ) => Readonly<Record<string, StorageSource>>;
  /** Like `modelSources`, from the statements of a library with tables, such as a query builder. */
  readonly tableSources: <Executor, Condition>(
    database: Executor,
    statements: TableStatements<Executor, Condition>,
  ) => Readonly<Record<string, StorageSource>>;
}

/**
 * Creates what the data sources of one database have in common, for authors of sources with an ORM or a query builder.
 *
 * @throws {TypeError} If the API does not have a type or a field of `columns`.
 */
export function createStorage(api: Api, options: StorageOptions): Storage {
  const types = readStoredTypes(api, options);
  return Object.freeze<Storage>({
    keys: types.keysOf,
    condition: (type, term, builder) => storageCondition(types, type, term, builder),
    writes: (type, statements) => storageWrites(types, type, statements),
    modelSources: (database, statements) => modelSources(types, database, statements),
    tableSources: (database, statements) => tableSources(types, database, statements),
  });
}
