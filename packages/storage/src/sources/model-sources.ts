import { filterOperators, isTextOperator, optionTable, ownMembers, readOptions } from '@linkage/core/internal';
import type { CollectionQuery, Selection, SourceCall, SourceCondition, SourceRecord } from '@linkage/server';
import type { Key } from '../columns/key.ts';
import { reportingOutages } from '../failures/outage.ts';
import { firstMembers } from './first-members.ts';
import { groupMembers } from './group-members.ts';
import type { MembersOf, ModelStatements, RowQuery } from './model-statements.ts';
import { runTransaction } from './run-transaction.ts';
import { storageCondition } from './storage-condition.ts';
import type { StorageSource } from './storage-source.ts';
import { storageWrites } from './storage-writes.ts';
import { idOf, includedRows, orderOf, propertiesOf, recordOf, valuesOf } from './stored-rows.ts';
import type { StoredType, StoredTypes } from './stored-types.ts';

type Conditions = readonly SourceCondition[];

/** The selection of nothing but ids. */
const onlyIds: Selection = { attributes: new Set(), relationships: new Set() };

/** States the conditions that a library can write. */
function statementOf({
  matches,
  not,
}: {
  readonly matches?: unknown;
  readonly not?: unknown;
}): Partial<StorageSource['appliesConditions']> {
  if (not === undefined) return {};
  const operators = filterOperators.filter((it) => matches !== undefined || !isTextOperator(it));
  return { operators: Object.freeze(operators), groups: true };
}

/** Creates the source of one type from the statements of a library with models. */
function createSource<Executor, Condition>(
  types: StoredTypes,
  stored: StoredType,
  database: Executor,
  statements: ModelStatements<Executor, Condition>,
): StorageSource {
  const { conditions: builder, loadsIncludes = false, pagesMembers = false } = statements;
  const { sortsRelated = true, sortsThrough = false } = statements;
  const type = stored.type.name;
  /** Returns what runs the next statement of a call. After an abort, there is none: it would run after the rollback, and stay. */
  const on = (call: SourceCall): Executor => {
    call.signal.throwIfAborted();
    return (call.transaction ?? database) as Executor;
  };

  /** The condition that all of these match, or undefined if there are none. */
  function allOf(of: StoredType, conditions: Conditions, ...own: readonly Condition[]): Condition | undefined {
    const all = [...own, ...conditions.map((it) => storageCondition(types, of.type.name, it, builder))];
    return all.length < 2 ? all.at(0) : builder.and(all);
  }
  /** The conditions of a query, of the call, and of the statement itself, or undefined if there are none. */
  const whereOf = (of: StoredType, filter: Conditions, { conditions = [] }: SourceCall, ...own: readonly Condition[]) =>
    allOf(of, [...filter, ...conditions], ...own);
  const sorted = (of: StoredType, sort: CollectionQuery['sort']) => orderOf(types, of, sort, sortsRelated, allOf);
  const queryOf = (of: StoredType, selection: Selection, rest: Partial<RowQuery<Condition>>) => ({
    ...{ type: of.type.name, where: undefined, order: [], skip: undefined, take: undefined, lock: false },
    properties: propertiesOf(of, selection),
    include: loadsIncludes ? includedRows(types, of, selection) : [],
    ...rest,
  });
  const select = async (query: RowQuery<Condition>, call: SourceCall) =>
    (await statements.select(on(call), query)).map((row) => recordOf(types, stored, row, query.include));
  const findKeys = (keys: readonly Key[], selection: Selection, call: SourceCall) => {
    if (keys.length === 0) return Promise.resolve([]);
    const where = whereOf(stored, [], call, builder.oneOf(type, idOf(stored), keys));
    return select(queryOf(stored, selection, { where, lock: call.forUpdate === true }), call);
  };
  async function members(of: MembersOf, target: StoredType, query: RowQuery<Condition>, call: SourceCall) {
    const rows = await statements.members(on(call), of, query);
    return rows.map(({ parent, row }) => ({
      parent,
      id: (typeof row === 'object' ? recordOf(types, target, row as object, query.include) : row) as SourceRecord,
    }));
  }

  const list: StorageSource['list'] = async (query, call) => {
    const { filter, sort, page, selection } = query;
    const where = whereOf(stored, filter, call);
    const order = sorted(stored, sort);
    const slice = { skip: page.offset, take: page.limit };
    const lock = call.forUpdate === true;
    const records = await select(queryOf(stored, selection, { where, order, lock, ...slice }), call);
    const isCounted = query.total || query.estimatedTotal === true;
    return isCounted ? { records, total: await statements.count(on(call), type, where, undefined) } : { records };
  };
  const find: StorageSource['find'] = (ids, selection, call) => findKeys(types.keysOf(type, ids), selection, call);
  const related: StorageSource['related'] = async (relationship, parentIds, asked, call) => {
    const query = ownMembers(asked) as unknown as typeof asked;
    const target = types.targetOf(type, relationship);
    const of = { type, relationship, keys: types.keysOf(type, parentIds) };
    const where = whereOf(target, query.filter ?? [], call);
    const slice =
      query.page === undefined
        ? { order: sorted(target, []), take: query.atMost }
        : {
            order: sorted(target, query.sort),
            ...{ skip: query.page.offset, take: query.page.limit },
          };
    const isEmpty = of.keys.length === 0;
    const read = (keys: readonly Key[], own: object = {}) =>
      members({ ...of, keys }, target, queryOf(target, query.selection, { where, ...slice, ...own }), call);
    const each = query.page === undefined ? query.pagePerParent : undefined;
    const found = (): Promise<readonly { readonly parent: unknown; readonly id: SourceRecord }[]> => {
      if (query.page !== undefined || each === undefined) return read(of.keys);
      if (pagesMembers) return read(of.keys, { skip: each.offset, take: each.limit });
      return firstMembers(of.keys, query.atMost, each, read);
    };
    const pages = groupMembers(parentIds, isEmpty ? [] : await found());
    if (query.page === undefined || !query.total) return pages;
    const total = isEmpty ? 0 : await statements.count(on(call), target.type.name, where, of);
    return new Map([...pages].map(([id, page]) => [id, { ...page, total }]));
  };

  const writes = storageWrites<SourceRecord, SourceCall>(types, type, {
    async insert(values, call) {
      const row = await statements.insert(on(call), type, valuesOf(stored, values));
      return row && recordOf(types, stored, row);
    },
    async update(key, values, call) {
      const changes = valuesOf(stored, values);
      if (Object.keys(changes).length === 0) {
        const all = { attributes: new Set(stored.columns.keys()), relationships: new Set(stored.columns.keys()) };
        const locked = { ...call, forUpdate: true, conditions: undefined };
        return (await findKeys([key], all, locked)).at(0);
      }
      const row = await statements.update(on(call), type, key, changes);
      return row && recordOf(types, stored, row);
    },
    delete: async (key, call) => statements.delete(on(call), type, key),
    async members(key, relationship, call) {
      const target = types.targetOf(type, relationship);
      const of = { type, relationship, keys: [key] };
      const rows = await members(of, target, queryOf(target, onlyIds, {}), call);
      return rows.map(({ id }) => (typeof id === 'object' ? id.id : id) as Key);
    },
    link: async (key, relationship, keys, call) => statements.link(on(call), { type, relationship, keys: [key] }, keys),
    unlink: async (key, relationship, keys, call) =>
      statements.unlink(on(call), { type, relationship, keys: [key] }, keys),
  });

  const reads = { list: reportingOutages(list), find: reportingOutages(find), related: reportingOutages(related) };
  return Object.freeze<StorageSource>({
    ...{ ...reads, loadsIncludes },
    create: reportingOutages(writes.create),
    update: reportingOutages(writes.update),
    delete: reportingOutages(writes.delete),
    relate: reportingOutages(writes.relate),
    readsParameters: Object.freeze([{ methods: Object.freeze([reads.list, reads.related]), names: Object.freeze([]) }]),
    appliesConditions: Object.freeze({
      methods: Object.freeze(Object.values(reads)),
      types: types.names,
      ...statementOf(builder),
      sort: sortsRelated && sortsThrough,
    }),
    transactionScope: database,
    transaction: (run, call) => runTransaction(statements, call.signal, (transaction) => run({ ...call, transaction })),
  });
}

const members = optionTable(
  {
    ...{ transaction: 'function', isConflict: 'function', loadsIncludes: 'boolean', pagesMembers: 'boolean' },
    ...{ sortsRelated: 'boolean', sortsThrough: 'boolean' },
    ...{ conditions: 'object', select: 'function', members: 'function', count: 'function' },
    ...{ insert: 'function', update: 'function', delete: 'function', link: 'function', unlink: 'function' },
  },
  'member',
);

/**
 * Creates the sources of all types of a database from the statements of a library with models.
 *
 * @throws {TypeError} If a member of the statements is unknown or has another kind.
 */
export function modelSources<Executor, Condition>(
  types: StoredTypes,
  database: Executor,
  given: ModelStatements<Executor, Condition>,
): Readonly<Record<string, StorageSource>> {
  const statements = readOptions('modelSources: statements', given, members);
  const sources = types.names.map((name) => [name, createSource(types, types.typeOf(name), database, statements)]);
  return Object.freeze(Object.fromEntries(sources));
}
