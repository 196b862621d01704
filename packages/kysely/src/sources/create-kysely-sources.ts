import type { Api, FilterOperator, TypeName } from '@linkage/core';
import {
  filterOperators,
  isTextOperator,
  type OptionTable,
  optionTable,
  readOptions,
  recordRefusal,
  recordRefusals,
} from '@linkage/core/internal';
import type { Accepted, DataSource, SourceCall } from '@linkage/server';
import type { Kysely } from 'kysely';
import type { Catalog } from '../dialects/catalog.ts';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { TableName } from '../mapping/column-name.ts';
import { keyOf, keysOf } from '../mapping/key.ts';
import type { TypeMappings } from '../mapping/mapping.ts';
import { resolveTables, type UntypedMapping } from '../mapping/resolve-tables.ts';
import { storageOf } from '../mapping/storage.ts';
import { storedNames } from '../mapping/stored-names.ts';
import type { Table } from '../mapping/table.ts';
import { neverCancel, type Run } from '../reading/execute-read.ts';
import { selectKeysetPage } from '../reading/keyset-page.ts';
import { selectByKeys, selectPage } from '../reading/select-page.ts';
import { selectRelated } from '../reading/select-related.ts';
import { streamPages } from '../reading/stream-pages.ts';
import { inCall } from '../statements/in-call.ts';
import { versionOf } from '../statements/selected-columns.ts';
import type { SentRead } from '../statements/sent-parameter.ts';
import { storesText } from '../statements/text-conditions.ts';
import { type Executor, runInTransaction, runStatement } from '../statements/transaction.ts';
import { readRefusalOf } from '../statements/violation.ts';
import { createRecord } from '../writing/create-record.ts';
import { removeRow, removesOneRow } from '../writing/remove-row.ts';
import { relateRecord, updateRecord } from '../writing/update-record.ts';

type Write = 'create' | 'update' | 'delete' | 'relate';

/** A write that never continues in the background. */
type WithoutAccepted<Method> = Method extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Exclude<Awaited<Result>, Accepted>>
  : never;

/**
 * The source of one type, with every method for reads and writes. It does not read the context of a call, so it fits
 * servers with any context.
 */
export type KyselySource<A extends Api, Type extends TypeName<A>> = Required<
  Omit<DataSource<A, Type>, Write | 'version' | 'job' | 'loadsIncludes'>
> & { readonly [Name in Write]: WithoutAccepted<Required<DataSource<A, Type>>[Name]> } & Pick<
    DataSource<A, Type>,
    'version'
  >;

/** Options of `createKyselySources`. */
export interface KyselySourceOptions {
  /** The result of `readCatalog`. Default: none; only the mapping declares the types of columns. */
  readonly catalog?: Catalog | undefined;
  /**
   * Whether a statement is canceled if its client disconnects or its time limit passes. PostgreSQL and MySQL cancel by the id
   * of the connection, which can change behind a connection pooler such as PgBouncer: set it to false there. Default: true.
   */
  readonly cancelStatements?: boolean | undefined;
}

const optionNames: OptionTable = optionTable({ catalog: 'object', cancelStatements: 'boolean' });

type Reads = Pick<KyselySource<Api, string>, 'list' | 'stream' | 'find' | 'related'>;

async function deleteRecord(db: Executor, table: Table, id: string, call: SourceCall): Promise<boolean> {
  call.signal.throwIfAborted();
  const key = keyOf(table, id);
  if (key === undefined) return false;
  const remove = (executor: Executor): Promise<boolean> => removeRow(inCall(executor, table, call), table, key, call);
  return removesOneRow(table) ? runStatement(db, call, remove) : runInTransaction(db, call, remove);
}

/** Returns the operators of the attributes whose columns do not store texts. */
function filterOperatorsOf({ type, columns }: Table): Readonly<Record<string, readonly FilterOperator[]>> {
  const compared = filterOperators.filter((operator) => !isTextOperator(operator));
  const names = [...type.attributes.keys()].filter((name) => {
    const column = columns.get(name);
    return column !== undefined && !storesText(column);
  });
  return Object.freeze(Object.fromEntries(names.map((name) => [name, compared])));
}

function createSource(db: Executor, table: Table, tables: ReadonlyMap<string, Table>): KyselySource<Api, string> {
  async function read<Result>(
    call: SourceCall,
    sent: SentRead,
    run: (how: Run) => Promise<Result>,
    of: Table = table,
  ): Promise<Result> {
    const { signal, conditions } = call;
    try {
      return await runStatement(
        db,
        call,
        (executor) => run({ executor: inCall(executor, table, call), signal, conditions }),
        'read',
      );
    } catch (error) {
      throw recordRefusal(readRefusalOf(error, of, sent));
    }
  }
  const list: Reads['list'] = (query, call) =>
    read(call, query, (run) => selectPage({ ...run, isLocking: call.forUpdate }, table, query));
  const stream: Reads['stream'] = (query, call) =>
    streamPages(
      (page, idOrder) => read(call, page, (run) => selectKeysetPage(run, table, page, undefined, idOrder)),
      query,
    );
  const find: Reads['find'] = (ids, selection, call) =>
    read(call, { ids }, (run) =>
      selectByKeys({ ...run, isLocking: call.forUpdate }, table, keysOf(table, ids), selection),
    );
  const related: Reads['related'] = (relationship, parentIds, query, call) =>
    read(
      call,
      { filter: query.filter, page: query.page ?? query.pagePerParent },
      (run) => selectRelated(run, table, relationship, parentIds, query),
      table.storages.get(relationship)?.target,
    );
  return Object.freeze({
    list,
    stream,
    find,
    related,
    // Only the database compares values: a driver can return another type than the database compares.
    appliesConditions: Object.freeze({
      methods: Object.freeze([list, stream, find, related]),
      types: Object.freeze([...tables.keys()]),
      operators: filterOperators,
      groups: true,
      identifiers: true,
    }),
    readsParameters: Object.freeze([
      Object.freeze({ methods: Object.freeze([list, stream, related]), names: Object.freeze([]) }),
    ]),
    filterOperators: filterOperatorsOf(table),
    create: (input, call) => recordRefusals(createRecord(db, table, input, call)),
    update: (id, changes, call) => recordRefusals(updateRecord(db, table, id, changes, call)),
    delete: (id, call) => recordRefusals(deleteRecord(db, table, id, call)),
    relate: (id, relationship, change, call) => recordRefusals(relateRecord(db, table, id, relationship, change, call)),
    transactionScope: db,
    transaction: (run, call) => runInTransaction(db, call, (transaction) => run({ ...call, transaction })),
    storage: storageOf(table),
    ...(table.version === undefined ? {} : { version: versionOf }),
  } satisfies KyselySource<Api, string>);
}

/**
 * Creates data sources over SQL tables, for SQLite, PostgreSQL, MySQL, and MariaDB. A read requires one statement per call,
 * regardless of the number of records, and another one if a total is requested. All identifiers come from the mapping, and
 * every value is bound.
 *
 * The database determines the effect of a deletion on rows that reference the deleted row: join tables usually need `on
 * delete cascade`. The two columns of a join table must be its primary key, or unique together.
 *
 * @param db The database. One transaction spans all sources that were created with it.
 * @param mapping The tables by resource type. Types without a mapping can have other sources.
 * @throws {TypeError} If the mapping contains a name that the API or the catalog does not have, or cannot store one of its
 * relationships.
 * @example
 * const sources = createKyselySources(api, db, {
 * articles: { table: 'article', attributes: { title: 'headline' }, relationships: { author: { column: 'author_id' } }
 * },
 * people: { table: 'person', relationships: { articles: { foreignKey: 'author_id' } } },
 * });
 * const server = createServer(api, sources);
 */
export function createKyselySources<
  const A extends Api,
  Database,
  const Tables extends { readonly [Name in TypeName<A>]?: TableName<Database> },
>(
  api: A,
  db: Kysely<Database>,
  mapping: TypeMappings<A, Database, Tables>,
  options: KyselySourceOptions = {},
): { readonly [Name in keyof Tables & TypeName<A>]: KyselySource<A, Name> } {
  const { catalog, cancelStatements } = readOptions<KyselySourceOptions>('createKyselySources', options, optionNames);
  const names = catalog === undefined ? undefined : storedNames(db as unknown as Executor);
  const database = { dialect: dialectOf(db), catalog, ...(names === undefined ? {} : { names }) };
  if (cancelStatements === false) neverCancel(db);
  const tables = resolveTables(api, mapping as { readonly [type: string]: UntypedMapping }, database);
  const sources = [...tables].map(
    ([type, table]) => [type, createSource(db as unknown as Executor, table, tables)] as const,
  );
  return Object.freeze(Object.fromEntries(sources)) as never;
}
