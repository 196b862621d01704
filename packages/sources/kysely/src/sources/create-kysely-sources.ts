import type { Api, TypeName } from '@linkage/core';
import { filterOperators, markAtOnce } from '@linkage/core/internal';
import type { Kysely, Transaction } from 'kysely';
import { nameStatements } from '../dialects/named-statements.ts';
import type { TableName } from '../mapping/column-name.ts';
import { type Key, keysOf } from '../mapping/key.ts';
import type { MappedDatabase } from '../mapping/known-table.ts';
import type { TypeMappings } from '../mapping/mapping.ts';
import { resolveTables, type UntypedMapping } from '../mapping/resolve-tables.ts';
import { keepsIds, type SharedTables, sharedTables, whyReadAgain } from '../mapping/returns-written.ts';
import { storageOf } from '../mapping/storage.ts';
import { checkedLinks, derivedFields, storedFields, versionStatements } from '../mapping/stored-fields.ts';
import type { AnyDatabase, Table } from '../mapping/table.ts';
import { createOutbox } from '../outbox/create-outbox.ts';
import type { Outbox } from '../outbox/events.ts';
import { recordedWrites, type Writes } from '../outbox/recorded-writes.ts';
import { locking, neverCancel, readerOf } from '../reading/execute-read.ts';
import { selectKeysetPage } from '../reading/keyset-page.ts';
import { selectCollection } from '../reading/select-collection.ts';
import { selectByKeys } from '../reading/select-page.ts';
import { selectRelated } from '../reading/select-related.ts';
import { streamPages } from '../reading/stream-pages.ts';
import { unitedOf } from '../reading/united-page.ts';
import { bindSession } from '../statements/request-session.ts';
import { versionOf } from '../statements/selected-columns.ts';
import { filterOperatorsOf } from '../statements/text-conditions.ts';
import { type Executor, recording, runInTransaction } from '../statements/transaction.ts';
import { createRecord } from '../writing/create-record.ts';
import { createAllOf, createRecords, tellsRowsApart } from '../writing/create-records.ts';
import { deleteRecord } from '../writing/delete-record.ts';
import { updateRecord, updateRelationshipRecord } from '../writing/update-record.ts';
import { updateRecords } from '../writing/update-records.ts';
import type { KyselySource, KyselySources } from './kysely-source.ts';
import { mappedDatabase } from './mapped-database.ts';
import { obstaclesOf } from './obstacles.ts';
import { type KyselySourceOptions, readSourceOptions } from './source-options.ts';

type AnyMethod = (...given: never) => unknown;
type Source = KyselySource<Api, string>;

/** All types of a mapping, with the tables that several of them write, and the columns that writes of other types write. */
interface AllTables {
  readonly types: readonly string[];
  readonly shared: SharedTables;
  readonly storedOf: (table: Table) => readonly string[];
  readonly united: NonNullable<Source['united']>['page'];
}

function createSource(
  db: Executor,
  table: Table,
  { types, shared, storedOf, united }: AllTables,
  database: MappedDatabase,
  outbox: Outbox | undefined,
  { versionsCountEveryWrite: countsWrites = false, context, session, tenant }: KyselySourceOptions,
): Source {
  const read = readerOf(db, table, session !== undefined);
  const list: Source['list'] = (query, call) =>
    read(call, query, (run) => selectCollection(call.forUpdate === true ? locking(run, call) : run, table, query));
  const stream: Source['stream'] = (query, call) =>
    streamPages((page) => read(call, page, (run) => selectKeysetPage(run, table, page)), query);
  // Where nothing is linked, the statement is that for one id: no row has this key.
  const noKey = (table.key.length === 1 ? null : table.key.map(() => null)) as unknown as Key;
  const find: Source['find'] = (ids, selection, call) =>
    read(call, { ids }, (run) => {
      const keys = ids.length === 0 ? [noKey] : keysOf(table, ids);
      return selectByKeys(call.forUpdate === true ? locking(run, call) : run, table, keys, selection);
    });
  const related: Source['related'] = (relationship, parentIds, query, call) =>
    read(
      call,
      { filter: query.filter, page: query.page ?? query.pagePerParent },
      (run) => selectRelated(run, table, relationship, parentIds, query),
      table.storages.get(relationship)?.target,
    );
  const plain: Writes = {
    create: (input, call, note) => createRecord(db, table, input, call, hasExactIds, note),
    createAll: (inputs, call) => createRecords(db, table, inputs, call),
    update: (id, input, call, note) => updateRecord(db, table, id, input, call, true, note),
    updateAll: (updates, call) => updateRecords(db, table, updates, call),
    delete: (id, call) => deleteRecord(db, table, id, call),
    updateRelationship: (id, name, change, call) => updateRelationshipRecord(db, table, id, name, change, call),
  };
  const hasExactIds = keepsIds(table, database);
  const readAgain = whyReadAgain(table, shared, database);
  const isComplete = readAgain.length === 0;
  const writes = outbox === undefined ? plain : recordedWrites(db, table, plain, outbox, { isComplete, hasExactIds });
  const create: Source['create'] = recording(writes.create);
  const update: Source['update'] = recording(writes.update);
  const createAll = tellsRowsApart(table, isComplete) ? createAllOf(create, recording(writes.createAll)) : undefined;
  const updateAll = recording(writes.updateAll);
  const remove: Source['delete'] = recording(writes.delete);
  const updateRelationship: Source['updateRelationship'] = recording(writes.updateRelationship);
  const written = [create, createAll ?? [], update, updateAll, remove, updateRelationship].flat();
  const versions = { version: versionOf, find, methods: [update, remove] };
  const transaction: Source['transaction'] = (run, call) =>
    runInTransaction(db, call, (executor) => run({ ...call, transaction: executor as Transaction<AnyDatabase> }));
  return Object.freeze({
    list,
    stream,
    find,
    related,
    united: Object.freeze({ list, page: united }),
    // Only the database compares values: a driver can return another type than the database compares.
    appliesFilters: Object.freeze({
      methods: Object.freeze([list, stream, find, related, update, remove]),
      types,
      ...{ operators: filterOperators, groups: true, identifiers: true, members: true, sort: true, parents: true },
      ...{ stored: storedOf(table), derived: derivedFields(table) },
    }),
    readsParameters: Object.freeze([
      Object.freeze({ methods: Object.freeze([list, stream, related]), names: Object.freeze([]) }),
    ]),
    filterOperators: filterOperatorsOf(table),
    create,
    update,
    updateAll,
    delete: remove,
    updateRelationship,
    transactionGroup: db,
    transaction: markAtOnce(transaction),
    atomicWrites: Object.freeze<AnyMethod[]>([create, update, remove, updateRelationship, transaction]),
    checksLinks: checkedLinks(table, [create, createAll ?? [], update, updateAll].flat()),
    storage: storageOf(table),
    ...(context === undefined && tenant === undefined ? {} : { readsContext: Object.freeze({}) }),
    ...versionStatements(table, database, [storedOf(table), countsWrites], versions),
    ...(isComplete ? { returnsWritten: Object.freeze(written) } : {}),
    ...(createAll && { createAll }),
    obstacles: () => obstaclesOf(table, readAgain, createAll !== undefined),
  } satisfies Source);
}

/**
 * Creates data sources over SQL tables, for SQLite, PostgreSQL, MySQL, and MariaDB. A read requires one statement per call, whatever the
 * number of records, and another one if a total is requested. All identifiers come from the mapping, and every value is bound.
 *
 * The database determines the effect of a deletion on rows that reference the deleted row: join tables usually need `on
 * delete cascade`. The two columns of a join table must be its primary key, or unique together.
 *
 * @param db The database. One transaction spans all sources that were created with it.
 * @param mapping The tables by resource type. Types without a mapping can have other sources.
 * @throws {TypeError} If the mapping contains a name that the API or the database schema does not have, or cannot store one of its
 * relationships, or if the database schema contradicts it: foreign keys to other tables, ids that are not unique, or columns whose values the
 * schemas reject. The error lists all mistakes.
 * @example
 * const sources = createKyselySources(api, db, {
 * articles: { table: 'article', attributes: { title: 'headline' }, relationships: { author: { column: 'author_id' } } },
 * people: { table: 'person', relationships: { articles: { foreignKey: 'author_id' } } },
 * });
 * const server = createServer(api, sources);
 */
export function createKyselySources<
  const A extends Api,
  Database,
  const Tables extends { readonly [Name in TypeName<A>]?: TableName<Database> },
  Context = unknown,
>(
  api: A,
  db: Kysely<Database>,
  mapping: TypeMappings<A, Database, Tables, NoInfer<Context>>,
  options: KyselySourceOptions<Context> = {},
): KyselySources<A, keyof Tables & TypeName<A>, Context, Database> {
  return sourcesOf(api, db as never, mapping as never, readSourceOptions(options as KyselySourceOptions)) as never;
}

/** Creates the sources of a mapping, with options that were read. */
export function sourcesOf(
  api: Api,
  db: Kysely<never>,
  mapping: { readonly [type: string]: UntypedMapping },
  read: KyselySourceOptions,
): unknown {
  const { cancelStatements, prepareStatements, outbox: events, session, ...known } = read;
  bindSession(db as never, session);
  const database = mappedDatabase(db as unknown as Executor, known);
  if (cancelStatements === false) neverCancel(db);
  if (prepareStatements === true) nameStatements(db);
  const tables = resolveTables(api, mapping, database);
  const mapped = [...tables.values()];
  const shared = sharedTables(mapped, database);
  const all = {
    types: Object.freeze([...tables.keys()]),
    shared,
    storedOf: storedFields(mapped, shared, database),
    united: unitedOf(db as unknown as Executor, tables, session !== undefined),
  };
  const outbox = events === undefined ? undefined : createOutbox(events, mapped, database);
  const sources = [...tables].map(
    ([type, table]) => [type, createSource(db as unknown as Executor, table, all, database, outbox, read)] as const,
  );
  return Object.freeze(Object.fromEntries(sources));
}
