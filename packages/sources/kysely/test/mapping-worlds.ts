import type { Api } from '@linkage/core';
import { createServer, type Server, type ServerOptions, type Sources } from '@linkage/server';
import { Kysely } from 'kysely';
import { type DatabaseSchema, readDatabaseSchema } from '../src/index.ts';
import * as composite from './composite-ids-world.ts';
import type { OpenDatabase, TestDatabase } from './databases.ts';
import * as oneToOne from './one-to-one-world.ts';
import * as members from './polymorphic-members-world.ts';
import * as polymorphic from './polymorphic-world.ts';
import { requestsTo } from './requests.ts';

/** An API over tables that a mapping needs a feature for. */
export interface MappingWorld<A extends Api, Created extends Sources<A>> {
  readonly api: A;
  /** Creates the tables. */
  readonly tables: string;
  /** Replaces all rows. */
  readonly rows: string;
  /** Requests, and the ids of their responses, or the status. */
  readonly reads: readonly (readonly [url: string, expected: string | null | number])[];
  readonly sourcesOf: (db: Kysely<never>, databaseSchema?: DatabaseSchema) => Created;
}

/** A world in one database. */
export interface OpenWorld<A extends Api, Created> {
  readonly database: OpenDatabase;
  readonly db: Kysely<never>;
  readonly sources: Created;
  /** The strings of the executed statements. */
  readonly statements: string[];
  /** The unexpected errors of the servers. */
  readonly failures: unknown[];
  readonly serve: (options?: ServerOptions<unknown, A>) => ReturnType<typeof requestsTo>;
  readonly fill: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a world in a new database. */
export async function openWorld<A extends Api, Created extends Sources<A>>(
  world: MappingWorld<A, Created>,
  { open }: Pick<TestDatabase, 'open'>,
): Promise<OpenWorld<A, Created>> {
  const database = await open();
  const statements: string[] = [];
  const failures: unknown[] = [];
  const db = new Kysely<never>({ dialect: database.dialect, log: ({ query }) => void statements.push(query.sql) });
  await database.exec(world.tables);
  const sources = world.sourcesOf(db, await readDatabaseSchema(db));
  const onError = (error: unknown) => void failures.push(error);
  return {
    ...{ database, db, sources, statements, failures },
    serve: (options = {}) =>
      requestsTo(createServer(world.api, sources as never, { ...options, onError } as never) as Server),
    fill: () => database.exec(world.rows),
    async close() {
      await db.destroy();
      await database.close();
    },
  };
}

/** The features of a mapping that `docs/databases.md` lists, with the reads that test them. */
export const mappingFeatures = [
  ['to-one with several target types', polymorphic],
  ['to-many with several target types', members],
  ['to-one with the foreign key in the other table', oneToOne],
  ['ids of several columns', composite],
] as const;

/** Counts the reads of each feature that a database answers as expected. */
export async function mappingResults(
  database: TestDatabase,
): Promise<ReadonlyMap<string, { readonly passed: number; readonly cases: number }>> {
  const results = new Map<string, { readonly passed: number; readonly cases: number }>();
  for (const [feature, world] of mappingFeatures) {
    const opened = await openWorld(world as never, database);
    await opened.fill();
    const send = opened.serve();
    let passed = 0;
    for (const [url, expected] of world.reads) {
      const { status, ids } = await send(`GET ${url}`);
      if ((status === 200 ? ids : status) === expected) passed++;
    }
    await opened.close();
    results.set(feature, { passed, cases: world.reads.length });
  }
  return results;
}
