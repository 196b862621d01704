import { Kysely, type LogEvent } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { OpenDatabase, TestDatabase } from './databases.ts';

/** The database of the tests in a block. It can be used while they run. */
export interface UsedDatabase<Tables> {
  readonly db: Kysely<Tables>;
  readonly exec: OpenDatabase['exec'];
  readonly connection: OpenDatabase['connection'];
}

/**
 * Opens a database before the tests of a block, runs a script in it, and closes it after them.
 *
 * @param statements Receives the statements that Kysely sends.
 * @param failures Receives the errors of statements.
 */
export function useDatabase<Tables = never>(
  open: TestDatabase['open'],
  script: string,
  statements?: string[],
  failures?: unknown[],
): UsedDatabase<Tables> {
  let opened: OpenDatabase | undefined;
  let db: Kysely<Tables> | undefined;
  beforeAll(async () => {
    opened = await open();
    const log = (event: LogEvent): void => {
      statements?.push(event.query.sql);
      if (event.level === 'error') failures?.push(event.error);
    };
    db = new Kysely<Tables>({ dialect: opened.dialect, log });
    await opened.exec(script);
  }, 60_000);
  afterAll(async () => {
    await db?.destroy();
    await opened?.close();
  });
  return {
    get db() {
      return db as Kysely<Tables>;
    },
    get connection() {
      return opened?.connection;
    },
    exec: (text) => (opened as OpenDatabase).exec(text),
  };
}
