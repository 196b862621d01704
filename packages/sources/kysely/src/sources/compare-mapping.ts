import type { Api, TypeName } from '@linkage/core';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../dialects/database-schema.ts';
import type { TableName } from '../mapping/column-name.ts';
import { createFaults } from '../mapping/faults.ts';
import type { TypeMappings } from '../mapping/mapping.ts';
import { collectTables, type UntypedMapping } from '../mapping/resolve-tables.ts';
import type { Executor } from '../statements/transaction.ts';
import { mappedDatabase } from './mapped-database.ts';
import type { MappingWarning } from './source-options.ts';

/** A part of a mapping that differs from the database. */
export interface MappingDifference extends MappingWarning {
  /** `createKyselySources` throws for an error, and reports a warning to `onWarning`. */
  readonly level: 'error' | 'warning';
}

/** The path of the part, and the rest of the sentence. */
const PLACE = /^(mapping\.[^:\s]{1,1000}):? ([\s\S]*)$/;

/**
 * Compares a mapping with the database schema, as `createKyselySources` does when it creates the sources. Returns all
 * errors, then all warnings; an empty array if the sources fit the database.
 *
 * @example
 * const differences = compareMapping(api, db, mapping, await readDatabaseSchema(db));
 */
export function compareMapping<
  const A extends Api,
  Database,
  const Tables extends { readonly [Name in TypeName<A>]?: TableName<Database> },
>(
  api: A,
  db: Kysely<Database>,
  mapping: TypeMappings<A, Database, Tables, never>,
  databaseSchema: DatabaseSchema,
): readonly MappingDifference[] {
  const warnings: MappingDifference[] = [];
  const onWarning = (warning: MappingWarning): void => void warnings.push({ level: 'warning', ...warning });
  const database = mappedDatabase(db as unknown as Executor, { databaseSchema, onWarning });
  const faults = createFaults();
  collectTables(api, mapping as { readonly [type: string]: UntypedMapping }, database, faults);
  const errors = faults.messages().map((text): MappingDifference => {
    const [, where = 'mapping', message = text] = PLACE.exec(text) ?? [];
    return { level: 'error', where, message };
  });
  return [...errors, ...warnings];
}
