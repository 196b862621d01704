import { AsyncLocalStorage } from 'node:async_hooks';
import { toFetchHandler } from '@linkage/fetch';
import { type ExecutedStatement, explainStatements } from '@linkage/kysely';
import { withOpenApi } from '@linkage/openapi';
import { atomicOperations, createServer, cursorPagination, type ServerLimits } from '@linkage/server';
import { Kysely } from 'kysely';
import { api } from './api.ts';
import type { Storage } from './open-storage.ts';
import { errorPage as listOfErrors } from './settings.ts';
import { createSources } from './sources.ts';
import { startPage } from './start-page.ts';

/** The facts about one handled request. */
export interface RequestReport {
  readonly method: string;
  /** The path and query. */
  readonly url: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The number of SQL statements. */
  readonly statements: number;
  readonly executed: readonly ExecutedStatement[];
}

/** Callbacks of the demo, the secret that signs cursors, and limits. */
export interface AtlasOptions {
  readonly onRequest?: (report: RequestReport) => void;
  readonly onError?: (error: unknown, id: string) => void;
  /** 32 bytes or more. Default: a random key, so that cursors are valid until the demo stops. */
  readonly cursorKey?: string | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  /** The URL of the page to whose headings `links.about` of errors leads. Default: the list of errors in the repository. */
  readonly errorPage?: string | undefined;
}

/** The demo without a socket. */
export interface Atlas {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Closes the database. */
  readonly close: () => Promise<void>;
}

/** Creates the demo over a database that `openStorage` has filled. */
export function createAtlas(storage: Storage, options: AtlasOptions = {}): Atlas {
  const { onRequest, onError, cursorKey, limits, errorPage = listOfErrors } = options;
  const requests = new AsyncLocalStorage<ExecutedStatement[]>();
  const db = new Kysely<unknown>({
    dialect: explainStatements(storage.dialect, (statement) => requests.getStore()?.push(statement)),
  });
  // Cities always come in pages by cursor: there are so many that a deep page by number takes long. All other types do if the
  // request asks for the profile.
  const cursors = cursorPagination({ key: cursorKey ?? crypto.getRandomValues(new Uint8Array(32)) });
  const pagination = { types: { cities: { strategy: cursors.pagination } } };
  const extensions = [atomicOperations()];
  const server = createServer(api, createSources(db), {
    onError,
    errors: { about: ({ code }) => (code === undefined ? undefined : `${errorPage}#${code.toLowerCase()}`) },
    extensions,
    profiles: [cursors],
    pagination,
    root: true,
    limits,
  });
  // GET /openapi.json.
  const handler = toFetchHandler(withOpenApi(server, { info: { title: 'Atlas', version: '1.0.0' }, head: true }));
  return {
    async fetch(request) {
      const page = startPage(request);
      if (page !== undefined) return page;
      if (new URL(request.url).pathname === '/description.json') return Response.json(await server.describe());
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
      // A Kysely that ran no query does not close its database.
      await storage.close();
    },
  };
}
