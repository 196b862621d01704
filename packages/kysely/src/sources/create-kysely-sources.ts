import type { Api, TypeName } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { Accepted, DataSource, SourceCall } from '@linkage/server';
import type { Kysely } from 'kysely';
import type { Catalog } from '../dialects/catalog.ts';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { TypeMapping } from '../mapping/mapping.ts';
import { type LooseMapping, resolveTables } from '../mapping/resolve-tables.ts';
import { storageOf } from '../mapping/storage.ts';
import { keyOf, keysOf, type Table } from '../mapping/table.ts';
import { neverCancel, type Run } from '../reading/execute-read.ts';
import { selectByKeys, selectPage } from '../reading/select-page.ts';
import { selectRelated } from '../reading/select-related.ts';
import { isKey } from '../statements/keys-condition.ts';
import { versionOf } from '../statements/selected-columns.ts';
import { type Executor, runInTransaction, runStatement } from '../statements/transaction.ts';
import { deletionRefusalOf, readRefusalOf } from '../statements/violation.ts';
import { createRecord } from '../writing/create-record.ts';
import { relateRecord, updateRecord } from '../writing/update-record.ts';

type Write = 'create' | 'update' | 'delete' | 'relate';

/** A write that is done when its promise settles, never in the background. */
type AtOnce<Method> = Method extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Exclude<Awaited<Result>, Accepted>>
  : never;

/**
 * The source of one type, with every method of the port that reads or writes. It reads nothing of the call's context, so
 * it fits any.
 */
export type KyselySource<A extends Api, Type extends TypeName<A>> = Required<
  Omit<DataSource<A, Type>, Write | 'version' | 'job'>
> & { readonly [Name in Write]: AtOnce<Required<DataSource<A, Type>>[Name]> } & Pick<DataSource<A, Type>, 'version'>;

/** Options of `createKyselySources`. */
export interface KyselySourceOptions {
  /** What `readCatalog` returned. Default: none; the mapping alone says what columns hold. */
  readonly catalog?: Catalog | undefined;
  /**
   * Whether a statement is cancelled if its client is gone or its time is over. PostgreSQL and MySQL do this by the id of the
   * connection, which is another one behind a connection pooler such as PgBouncer: set it to false there. Default true.
   */
  readonly cancelStatements?: boolean | undefined;
}

const optionNames: OptionTable = optionTable({ catalog: 'object', cancelStatements: 'boolean' });

type Reads = Pick<KyselySource<Api, string>, 'list' | 'find' | 'related'>;

async function deleteRecord(db: Executor, table: Table, id: string, call: SourceCall): Promise<boolean> {
  call.signal.throwIfAborted();
  const key = keyOf(table, id);
  if (key === undefined) return false;
  try {
    return await runStatement(db, call, async (executor) => {
      const { numDeletedRows } = await executor.deleteFrom(table.name).where(isKey(table, key)).executeTakeFirst();
      return Number(numDeletedRows) > 0;
    });
  } catch (error) {
    throw deletionRefusalOf(error, { table, call });
  }
}

function createSource(db: Executor, table: Table, tables: ReadonlyMap<string, Table>): KyselySource<Api, string> {
  async function read<Result>(
    call: SourceCall,
    by: 'ids' | 'filter',
    run: (how: Run) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = call;
    const conditions = fieldOf(call, 'conditions') as SourceCall['conditions'];
    try {
      return await runStatement(db, call, (executor) => run({ executor, signal, conditions }), 'read');
    } catch (error) {
      throw readRefusalOf(error, table, by);
    }
  }
  const list: Reads['list'] = (query, call) => read(call, 'filter', (run) => selectPage(run, table, query));
  const find: Reads['find'] = (ids, selection, call) =>
    read(call, 'ids', (run) =>
      selectByKeys({ ...run, isLocking: call.forUpdate }, table, keysOf(table, ids), selection),
    );
  const related: Reads['related'] = (relationship, parentIds, query, call) =>
    read(call, (query.filter ?? []).length > 0 ? 'filter' : 'ids', (run) =>
      selectRelated(run, table, relationship, parentIds, query),
    );
  return Object.freeze({
    list,
    find,
    related,
    // The database alone compares: a driver can return a value of another type than the one that the database compares.
    appliesConditions: Object.freeze({
      methods: Object.freeze([list, find, related]),
      types: Object.freeze([...tables.keys()]),
    }),
    create: (input, call) => createRecord(db, table, input, call),
    update: (id, changes, call) => updateRecord(db, table, id, changes, call),
    delete: (id, call) => deleteRecord(db, table, id, call),
    relate: (id, relationship, change, call) => relateRecord(db, table, id, relationship, change, call),
    transactionScope: db,
    transaction: (run, call) => runInTransaction(db, call, (transaction) => run({ ...call, transaction })),
    storage: storageOf(table),
    ...(table.version === undefined ? {} : { version: versionOf }),
  } satisfies KyselySource<Api, string>);
}

/**
 * Makes data sources of SQL tables, for SQLite, PostgreSQL, MySQL and MariaDB. Reading takes one statement per call, whatever
 * the number of records, and one more when a total is wanted; identifiers come from the mapping alone, and every value is bound.
 *
 * What a deletion does to rows that refer to the deleted one is the database's affair: join tables usually want
 * `on delete cascade`. The two columns of a join table are to be its primary key, or unique together.
 *
 * @param db The database; one transaction of it spans all sources made of it.
 * @param mapping The tables by resource type. Types it leaves out can have sources of another kind.
 * @throws {TypeError} If the mapping names what the API or the catalog does not have, or cannot hold a relationship.
 * @example
 * const sources = createKyselySources(api, db, {
 *   articles: { table: 'article', attributes: { title: 'headline' }, relationships: { author: { column: 'author_id' } } },
 *   people: { table: 'person', relationships: { articles: { foreignKey: 'author_id' } } },
 * });
 * const server = createServer(api, sources);
 */
export function createKyselySources<const A extends Api, Database, Type extends TypeName<A>>(
  api: A,
  db: Kysely<Database>,
  mapping: { readonly [Name in Type]: TypeMapping<A, Name, Database> },
  options: KyselySourceOptions = {},
): { readonly [Name in Type]: KyselySource<A, Name> } {
  const { catalog, cancelStatements } = readOptions<KyselySourceOptions>('createKyselySources', options, optionNames);
  const database = { dialect: dialectOf(db), catalog };
  if (cancelStatements === false) neverCancel(db);
  const tables = resolveTables(api, mapping as { readonly [type: string]: LooseMapping }, database);
  const sources = [...tables].map(
    ([type, table]) => [type, createSource(db as unknown as Executor, table, tables)] as const,
  );
  return Object.freeze(Object.fromEntries(sources)) as unknown as { readonly [Name in Type]: KyselySource<A, Name> };
}
