import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseSchema } from '@linkage/kysely';
import type { HasRight } from '../database/read-rights.ts';

/** The errors of databases for a statement that names a table or a column that does not exist. */
const codes: ReadonlySet<unknown> = new Set(['42703', '42P01', 1054, 1146]);
const messages = /^no such (?:table|column)/;
/** How many errors are looked at, each the cause of the one before. */
const MAX_CAUSES = 5;
/** The pause between two readings, so that an error that stays does not keep the database busy. */
const PAUSE_MILLISECONDS = 500;
/** How often the schema is read with `--watch`. */
export const WATCH_MILLISECONDS = 2000;

/** Whether an error says that a table or a column does not exist. */
export function isSchemaError(error: unknown): boolean {
  let current = error;
  for (let count = 0; count < MAX_CAUSES && typeof current === 'object' && current !== null; count++) {
    const { code, errno, message, cause } = current as Readonly<Record<string, unknown>>;
    if (codes.has(code) || codes.has(errno) || messages.test(String(message))) return true;
    current = cause;
  }
  return false;
}

function textOfTables({ tables }: DatabaseSchema): string {
  return JSON.stringify([...tables], (_, value: unknown) => {
    if (value instanceof Map) return [...value];
    return typeof value === 'bigint' || value instanceof RegExp ? String(value) : value;
  });
}

const rights = ['select', 'insert', 'update', 'delete'] as const;

/** Returns a string that is equal for equal schemas: the tables, and the rights of the account on them. */
export function schemaText({
  databaseSchema,
  hasRight,
}: {
  readonly databaseSchema: DatabaseSchema;
  readonly hasRight: HasRight;
}): string {
  const held = [...new Set(databaseSchema.tables.values())].flatMap((table) =>
    [undefined, ...table.columns.keys()].map((column) => rights.map((right) => hasRight(right, table, column))),
  );
  return `${textOfTables(databaseSchema)}${held}`;
}

/**
 * Returns a function that reads the schema again: one reading at a time, and another one for what is noticed meanwhile.
 *
 * @param read Reads the schema. It reports its own failures.
 */
export function createFollower(read: () => Promise<void>): () => void {
  let isDue = false;
  let isRunning = false;
  async function run(): Promise<void> {
    isRunning = true;
    while (isDue) {
      isDue = false;
      await read();
      await delay(PAUSE_MILLISECONDS, undefined, { ref: false });
    }
    isRunning = false;
  }
  return () => {
    isDue = true;
    if (!isRunning) void run();
  };
}
