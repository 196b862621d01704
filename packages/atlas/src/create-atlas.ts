import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import { toFetchHandler } from '@linkage/fetch';
import { createNodeSqliteDialect, type ExecutedStatement, explainStatements } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { api } from './api.ts';
import { createSources } from './sources.ts';
import { startPage } from './start-page.ts';

/** One answered request. */
export interface RequestReport {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  readonly milliseconds: number;
  /** SQL statements it took. */
  readonly statements: number;
  readonly executed: readonly ExecutedStatement[];
}

/** Who is told what happens. */
export interface AtlasListeners {
  readonly onRequest?: (report: RequestReport) => void;
  readonly onError?: (error: unknown, id: string) => void;
}

/** The demo without a socket. */
export interface Atlas {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Closes the database. */
  readonly close: () => Promise<void>;
}

/** Makes the demo over a database that `openDatabase` has filled. */
export function createAtlas(database: DatabaseSync, { onRequest, onError }: AtlasListeners = {}): Atlas {
  const requests = new AsyncLocalStorage<ExecutedStatement[]>();
  const db = new Kysely<unknown>({
    dialect: explainStatements(createNodeSqliteDialect(database), (statement) => requests.getStore()?.push(statement)),
  });
  const handler = toFetchHandler(createServer(api, createSources(db), { onError }));
  return {
    async fetch(request) {
      const page = startPage(request);
      if (page !== undefined) return page;
      const executed: ExecutedStatement[] = [];
      const started = performance.now();
      const response = await requests.run(executed, () => handler(request));
      const { pathname, search } = new URL(request.url);
      const { method } = request;
      const milliseconds = performance.now() - started;
      const url = pathname + search;
      onRequest?.({ method, url, status: response.status, milliseconds, statements: executed.length, executed });
      return response;
    },
    async close() {
      await db.destroy();
      // A Kysely that was never asked does not close what it was given.
      if (database.isOpen) database.close();
    },
  };
}
