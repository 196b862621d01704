import * as kysely from 'kysely';

/** What Kysely has in later versions only. To import one of these names would be an error of the whole module in the others. */
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
