import type { DatabaseSchema, DatabaseTable } from '@linkage/kysely';
import { type Kysely, sql } from 'kysely';
import type { DraftOptions } from '../model/model.ts';
import { typedPairs } from '../model/unlinked-columns.ts';
import type { HasRight } from './read-rights.ts';

/** More values are not names of tables. */
const MAX_VALUES = 100;
/** The rows that are read of a table. */
const MAX_ROWS = 100_000;

/** A database whose values are read. */
interface SampledDatabase {
  readonly db: Kysely<unknown>;
  readonly databaseSchema: DatabaseSchema;
  readonly hasRight: HasRight;
}

function keyOf({ schema, name }: DatabaseTable): string {
  return JSON.stringify([schema, name]);
}

/** Reads the values of the columns that say what the ids beside them are of, such as `subject_type`. */
export async function readSamples(
  { db, databaseSchema, hasRight }: SampledDatabase,
  schemas: readonly string[] = [],
): Promise<NonNullable<DraftOptions['sample']>> {
  const found = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const table of new Set(databaseSchema.tables.values())) {
    if (table.kind !== 'table' || !schemas.includes(table.schema) || !hasRight('select', table)) continue;
    const values = new Map<string, readonly string[]>();
    for (const { typeColumn } of typedPairs([...table.columns.keys()])) {
      if (!hasRight('select', table, typeColumn)) continue;
      const column = sql.id(typeColumn);
      const { rows } = await sql<{ readonly value: unknown }>`select distinct ${column} as value
        from (select ${column} from ${sql.id(table.schema, table.name)} where ${column} is not null limit ${sql.lit(MAX_ROWS)}) as sampled
        limit ${sql.lit(MAX_VALUES + 1)}`.execute(db);
      if (rows.length <= MAX_VALUES && rows.every(({ value }) => typeof value === 'string'))
        values.set(typeColumn, rows.map(({ value }) => String(value)).sort());
    }
    found.set(keyOf(table), values);
  }
  return (table, typeColumn) => found.get(keyOf(table))?.get(typeColumn);
}
