import * as kysely from 'kysely';

/** The exports of later versions of Kysely only. An import of one by its name would prevent the module from loading in the others. */
interface Later {
  readonly PGliteAdapter?: typeof kysely.PostgresAdapter;
  readonly AbortedTransactionError?: unknown;
}

/** The adapter of PGlite. Undefined before Kysely 0.29. */
export const LaterPGliteAdapter: Later['PGliteAdapter'] = (kysely as Later).PGliteAdapter;

/** Whether Kysely can cancel a statement, and close a connection. */
export const canCancel: boolean = LaterPGliteAdapter !== undefined;

/** Whether Kysely reports that PostgreSQL has rolled back at a commit, because a statement of the transaction had failed. */
export const reportsAbortedCommits: boolean = (kysely as Later).AbortedTransactionError !== undefined;
