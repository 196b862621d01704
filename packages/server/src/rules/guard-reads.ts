import type { AggregateGroup } from '@linkage/core/http';
import { recordBatches } from '../sources/gateway/record-batches.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { CollectionQuery, SourceCall, SourceRecord, StreamQuery } from '../sources/port/data-source.ts';
import { callWith } from '../sources/port/source-call.ts';
import { canApply } from './applied-conditions.ts';
import type { GuardedSource } from './request-access.ts';
import { restrictInclude } from './restrict-include.ts';
import { restrictQuery } from './restrict-query.ts';
import { restrictRecords } from './restrict-records.ts';
import { withConditions } from './scope.ts';
import { filterVisible, findWithinScope } from './visible-records.ts';

type Method<Name extends keyof AnySource> = NonNullable<AnySource[Name]>;

/** A query of a collection with the conditions of the caller, and how to show its records. */
interface RestrictedQuery<Query> {
  readonly query: Query;
  readonly show: (records: readonly SourceRecord[]) => Promise<readonly SourceRecord[]>;
}

/**
 * Adds the conditions of the caller to a query. Returns undefined if the caller cannot read any of its resources. Checks the
 * records again, unless the source states that it applies conditions.
 */
async function restrictCollection<Query extends CollectionQuery | StreamQuery>(
  guarded: GuardedSource,
  method: 'list' | 'stream',
  query: Query,
  call: SourceCall,
): Promise<RestrictedQuery<Query> | undefined> {
  const { access, type } = guarded;
  const receiver = { ...guarded, method };
  const scope = await access.scopeOf(type.name);
  const restricted = await restrictQuery(receiver, type, query, scope, call);
  if (restricted === undefined) return undefined;
  const isApplied = await canApply(receiver, [type.name]);
  const shown = await restrictInclude(access, type, query.selection);
  const selection = isApplied ? shown : withConditions(shown, type, scope);
  return {
    query: { ...restricted, selection },
    async show(records) {
      const visible = isApplied ? records : await filterVisible(guarded, records, call);
      if (visible.length < records.length) {
        throw new TypeError(
          `\`${type.name}.${method}\` must return only records that match all conditions, but it returned another record.`,
        );
      }
      return (await restrictRecords(guarded, visible, shown, call)) as typeof visible;
    },
  };
}

/**
 * Asks for the number of resources instead of an estimate, unless the caller can read all resources that the filter looks at: a database
 * estimates by statistics of hidden rows as well.
 */
function withoutStatistics(asked: CollectionQuery, restricted: CollectionQuery): CollectionQuery {
  const isWhole =
    asked.filter.length === restricted.filter.length &&
    asked.filter.every((condition, index) => condition === restricted.filter[index]);
  if (asked.estimatedTotal !== true || isWhole) return restricted;
  return { ...restricted, estimatedTotal: undefined, total: true };
}

/** Returns the groups of no records: without `groupBy`, one empty group. */
function aggregatesOfNone(asked: CollectionQuery['aggregates']): readonly AggregateGroup[] | undefined {
  if (asked === undefined) return undefined;
  return asked.groupBy.length === 0 ? [{ by: {}, count: 0, sum: {}, min: {}, max: {} }] : [];
}

/**
 * Returns a `list` that enforces the access rules. Passes the conditions to the source, so that pages and totals are
 * correct.
 *
 * @throws {TypeError} If the source returns a resource that does not match the conditions: its pages and totals would
 * reveal hidden resources.
 */
export function guardList(guarded: GuardedSource, list: Method<'list'>): Method<'list'> {
  return async (query, call) => {
    const restricted = await restrictCollection(guarded, 'list', query, call);
    if (restricted === undefined) {
      const total = query.total || query.estimatedTotal ? 0 : undefined;
      return { records: [], hasMore: false, total, aggregates: aggregatesOfNone(query.aggregates), positions: [] };
    }
    const given = await list(withoutStatistics(query, restricted.query), call);
    return { ...given, records: await restricted.show(given.records) };
  };
}

/** Like `guardList`, for a `stream`: checks the records in batches. */
export function guardStream(guarded: GuardedSource, stream: Method<'stream'>): Method<'stream'> {
  const where = `${guarded.type.name}.stream`;
  return async function* (query, call) {
    const restricted = await restrictCollection(guarded, 'stream', query, call);
    if (restricted === undefined) return;
    for await (const batch of recordBatches(() => stream(restricted.query, call), where)) {
      yield await restricted.show(batch as readonly SourceRecord[]);
    }
  };
}

/** Returns a `find` that enforces the access rules: it omits hidden resources. */
export function guardFind(guarded: GuardedSource): Method<'find'> {
  const { access, type, source } = guarded;
  return async (ids, given, call) => {
    if ((await access.scopeOf(type.name)) === 'none') return [];
    // The server reads related records through this method too, with the selection that it created for another source. So
    // omit related records if this source does not load them.
    const wanted = source.loadsIncludes === true ? given : { ...given, include: undefined };
    const selection = await restrictInclude(access, type, wanted);
    const visible = await findWithinScope(guarded, ids, selection, call);
    // The write does not change the resources in the linkage, so they need no lock.
    return (await restrictRecords(
      guarded,
      visible,
      selection,
      callWith(call, { forUpdate: undefined }),
    )) as typeof visible;
  };
}
