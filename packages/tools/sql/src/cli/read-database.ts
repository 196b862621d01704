import { usageError } from '@linkage/core/internal';
import { type DatabaseSchema, type DatabaseTable, readDatabaseSchema } from '@linkage/kysely';
import { type DatabaseAddress, readAddress } from '../database/database-address.ts';
import { type OpenDatabase, type OpenOptions, openDatabase } from '../database/open-database.ts';
import { readChecksOf } from '../database/read-checks.ts';
import { readFunctions } from '../database/read-functions.ts';
import { type HasRight, readRights } from '../database/read-rights.ts';
import { readSamples } from '../database/read-samples.ts';
import { readValues } from '../database/read-values.ts';
import type { DraftModel, DraftOptions } from '../model/model.ts';
import { listOf } from './draft-arguments.ts';
import { printReasons } from './report.ts';
import type { Terminal } from './terminal.ts';

/** A database and its tables. */
export interface ReadDatabase extends OpenDatabase {
  readonly address: DatabaseAddress;
  readonly databaseSchema: DatabaseSchema;
  /** Whether the account has a right on a table, or on a column of it. */
  readonly hasRight: HasRight;
  /** Returns the expressions of the check constraints of a table. */
  readonly checks: (table: DatabaseTable) => readonly string[];
}

/** Reads the tables of a database, and the rights of its account on them. */
export async function readSchema({
  db,
  kind,
  version,
  roles,
}: OpenDatabase): Promise<Pick<ReadDatabase, 'databaseSchema' | 'hasRight' | 'checks'>> {
  // Rights are read last: a table that is created meanwhile would seem to have none.
  const databaseSchema = await readDatabaseSchema(db);
  const checks = await readChecksOf(db, kind, version);
  return { databaseSchema, checks, hasRight: await readRights(db, kind, roles) };
}

/** How long a command is silent while it reads a database schema. */
const SILENT_MILLISECONDS = 500;

/** Opens the database that the arguments or the environment name, and reads its database schema. */
export async function readDatabase(
  given: string | undefined,
  options: Omit<OpenOptions, 'roles'> & { readonly roles?: string | undefined },
  { env, isInteractive, error }: Terminal,
): Promise<ReadDatabase> {
  const address = readAddress(given ?? env['DATABASE_URL']);
  const timer = setTimeout(() => isInteractive && error(`Reading ${address.text} …\n`), SILENT_MILLISECONDS);
  try {
    const database = await openDatabase(address, {
      ...options,
      roles: options.roles === undefined ? undefined : listOf(options.roles),
    });
    try {
      return { ...database, address, ...(await readSchema(database)) };
    } catch (failure) {
      await database.close();
      throw failure;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The options of a draft that follow from its database. */
type KnownOptions = Pick<
  DraftOptions,
  'database' | 'hasRight' | 'checks' | 'hasSecrets' | 'uniqueColumn' | 'sample' | 'functions'
>;

/** Returns what a database says to a draft of some schemas; with `sample`, also what the values of type columns say. */
export async function knownOptions(
  database: ReadDatabase,
  schemas: readonly string[],
  {
    sample = false,
    function: functions = [],
  }: { readonly sample?: boolean | undefined; readonly function?: readonly string[] | undefined },
): Promise<KnownOptions> {
  const { db, kind, hasRight, checks, roles } = database;
  if (functions.length > 0 && kind === 'sqlite') throw usageError('--function needs PostgreSQL, MariaDB, or MySQL.');
  return {
    functions:
      functions.length === 0 || kind === 'sqlite' ? [] : await readFunctions(db, kind, functions, schemas, roles),
    ...{ database: kind, hasRight, checks, ...(await readValues(database, schemas)) },
    sample: sample ? await readSamples(database, schemas) : undefined,
  };
}

/** Returns what the first line of a file says of its database, such as `shop (PostgreSQL 15.18)`. */
export function titleOf({ address, version }: ReadDatabase): string {
  return `${address.text.split('/').at(-1) ?? ''} (${version})`;
}

/** Assures that there is something to serve, and says why there is not. */
export function assertTables(
  model: DraftModel,
  { address, schema, databaseSchema }: ReadDatabase,
  terminal: Terminal,
  schemas: readonly string[] = [schema],
): void {
  if (model.types.length > 0) return;
  printReasons(model, terminal);
  const known = new Set([...databaseSchema.tables.values()].map((table) => table.schema));
  const isEmpty = !schemas.some((it) => known.has(it));
  const others = [...known].filter((it) => !schemas.includes(it)).sort();
  const hint = others.length === 0 ? '' : ` Other schemas: ${others.slice(0, 10).join(', ')}. Pass --schema.`;
  const named = schemas.length === 1 ? `the schema ${schemas}` : `the schemas ${schemas.join(', ')}`;
  // Options leave out tables without a note.
  const why = isEmpty
    ? `${named} has no tables`
    : model.notes.length === 0
      ? `--table and --except leave no table of ${named}`
      : `no table of ${named} with a key can be served`;
  throw usageError(`${address.text}: ${why}.${hint}`);
}

/** More types take so much memory that they are rather chosen. */
const MAX_TYPES = 500;

/** Assures that there are not too many types to serve. */
export function assertSize({ types }: DraftModel): void {
  if (types.length <= MAX_TYPES) return;
  const sizes = Map.groupBy(types, ({ table }) => table.schema);
  const listed = [...sizes].map(([schema, own]) => `${schema} (${own.length})`).join(', ');
  throw usageError(
    `There are ${types.length} types, but at most ${MAX_TYPES} are served. Pass --schema or --table. Schemas: ${listed}.`,
  );
}
