import type { ResourceType } from '@linkage/core';
import type { AggregateGroup } from '@linkage/core/http';
import { allOf, andThen, inOrder, notSupported } from '@linkage/core/internal';
import { recordBatches } from '../sources/gateway/record-batches.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type {
  Awaitable,
  CollectionQuery,
  Selection,
  SourceCall,
  SourceRecord,
  StreamQuery,
  UnitedQuery,
} from '../sources/port/data-source.ts';
import { callWith } from '../sources/port/source-call.ts';
import { type AccessFilter, withConditions } from './access-filter.ts';
import { canApply } from './applied-filters.ts';
import { accessOf, type GuardedMethod } from './request-access.ts';
import { isOfType, restrictQuery } from './restrict-query.ts';
import { restrictRecords } from './restrict-records.ts';
import { filterVisible, findIn, restrictInclude } from './visible-records.ts';

type Method<Name extends keyof AnySource> = NonNullable<AnySource[Name]>;

/** A query of a collection with the conditions of an access filter. */
interface RestrictedQuery<Query> {
  readonly accessFilter: AccessFilter;
  readonly query: Query;
  /** The fields of its records that the user sees. */
  readonly shown: Selection;
  /** Whether the source declares that it applies the conditions. Otherwise, the records are checked again. */
  readonly isApplied: boolean;
}

/** The queries that several requests have, with the conditions of the last access filter. */
type RepeatedQueries<Query> = WeakMap<object, RestrictedQuery<Query>>;

/** Adds the conditions of the user to a query. Returns undefined if the user cannot read any of its resources. */
function restrictCollection<Query extends CollectionQuery | StreamQuery>(
  guarded: GuardedMethod,
  query: Query,
  call: SourceCall,
  repeated: RepeatedQueries<Query>,
): Awaitable<RestrictedQuery<Query> | undefined> {
  const { access, type } = guarded;
  return andThen(access.accessFilterOf(type.name), (accessFilter) => {
    const known = repeated.get(query);
    if (known?.accessFilter === accessFilter) return known;
    return andThen(restrictQuery(guarded, type, query, accessFilter, call), (restricted) => {
      if (restricted === undefined) return undefined;
      const isApplied = canApply(guarded, type.name, accessFilter);
      return andThen(restrictInclude(access, type, query.selection), (shown) => {
        const selection = isApplied ? shown : withConditions(shown, type, accessFilter);
        const own = { accessFilter, query: { ...restricted, selection }, shown, isApplied };
        // Included resources, whose selection is not frozen, and fields of others also depend on other access filters.
        if (Object.isFrozen(query) && Object.isFrozen(selection) && isOfType(type, query)) {
          Object.freeze(own.query);
          repeated.set(query, own);
        }
        return own;
      });
    });
  });
}

/** Returns what the user sees of the records that a source returned. */
function shownOf<Query>(
  guarded: GuardedMethod,
  { shown, isApplied }: RestrictedQuery<Query>,
  records: readonly SourceRecord[],
  call: SourceCall,
): Awaitable<readonly SourceRecord[]> {
  return andThen(isApplied ? records : filterVisible(guarded, records, call), (visible) => {
    if (visible.length === records.length)
      return restrictRecords(guarded, visible, shown, call) as Awaitable<typeof visible>;
    throw new TypeError(
      `\`${guarded.type.name}.${guarded.method}\` must return only records that match all conditions, but it returned another record.`,
    );
  });
}

/**
 * Asks for the number of resources instead of an estimate, unless the user can read all resources that the filter looks at: a database
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
  return asked && (asked.groupBy.length === 0 ? [{ by: {}, count: 0, sum: {}, min: {}, max: {} }] : []);
}

/**
 * Checks that the user reads all resources to which the relationships of groups lead: a group would reveal a hidden one.
 *
 * @throws {JsonApiError} 400 if they do not.
 */
function assertGroups({ access, type }: GuardedMethod, asked: CollectionQuery['aggregates']): Awaitable<unknown> {
  const targets = asked?.groupBy.flatMap(({ field }) => type.relationships.get(field)?.targets ?? []) ?? [];
  const readsAll = allOf(targets, (target) => andThen(access.accessFilterOf(target), (it) => it === 'all'));
  return andThen(readsAll, (isWhole) => {
    if (!isWhole) throw notSupported(['groupBy'], 'groupsHidden');
  });
}

/**
 * Returns a `list` that enforces the access rules. Passes the conditions to the source, so that pages and totals are
 * correct.
 *
 * @throws {TypeError} If the source returns a resource that does not match the conditions: its pages and totals would
 * reveal hidden resources.
 */
export function guardList(type: ResourceType, source: AnySource): Method<'list'> {
  const repeated: RepeatedQueries<CollectionQuery> = new WeakMap();
  return (query, call) => {
    const guarded = { access: accessOf(call), type, source, method: 'list' } as const;
    return andThen(restrictCollection(guarded, query, call, repeated), (restricted) => {
      if (restricted === undefined) {
        const total = query.total || query.estimatedTotal ? 0 : undefined;
        return { records: [], hasMore: false, total, aggregates: aggregatesOfNone(query.aggregates), positions: [] };
      }
      return andThen((source as Required<AnySource>).list(withoutStatistics(query, restricted.query), call), (given) =>
        andThen(shownOf(guarded, restricted, given.records, call), (records) => {
          const page = { ...given, records };
          return query.aggregates === undefined ? page : andThen(assertGroups(guarded, query.aggregates), () => page);
        }),
      );
    });
  };
}

/** Like `guardList`, for a page of several types. Returns undefined if the source does not apply the conditions of all of them. */
export function guardUnited({ united }: AnySource): NonNullable<AnySource['united']>['page'] {
  return (query, call) => {
    const access = accessOf(call);
    const parts: UnitedQuery['parts'][number][] = [];
    let isApplied = true;
    const restrict = ({ type, filter }: UnitedQuery['parts'][number]): Awaitable<void> =>
      andThen(access.accessFilterOf(type), (accessFilter) => {
        const guarded = { ...access.guarded(type), method: 'list' } as const;
        return andThen(
          restrictQuery(guarded, guarded.type, { filter, sort: [query.sort] }, accessFilter, call),
          (restricted) => {
            if (restricted === undefined) return;
            isApplied &&= canApply(guarded, type, accessFilter);
            parts.push({ type, filter: restricted.filter });
          },
        );
      });
    return andThen(inOrder(query.parts, restrict), () => {
      if (!isApplied) return undefined;
      return parts.length === 0 ? { records: [], positions: [] } : united?.page({ ...query, parts }, call);
    });
  };
}

/** Like `guardList`, for a `stream`: checks the records in batches. */
export function guardStream(type: ResourceType, source: AnySource): Method<'stream'> {
  const where = `${type.name}.stream`;
  const repeated: RepeatedQueries<StreamQuery> = new WeakMap();
  return async function* (query, call) {
    const guarded = { access: accessOf(call), type, source, method: 'stream' } as const;
    const restricted = await restrictCollection(guarded, query, call, repeated);
    if (restricted === undefined) return;
    for await (const batch of recordBatches(
      () => (source as Required<AnySource>).stream(restricted.query, call),
      where,
    )) {
      yield await shownOf(guarded, restricted, batch as readonly SourceRecord[], call);
    }
  };
}

/** Returns a `find` that enforces the access rules: it omits hidden resources. */
export function guardFind(type: ResourceType, source: AnySource): Method<'find'> {
  return (ids, given, call) => {
    const access = accessOf(call);
    const guarded = { access, type, source };
    return andThen(access.accessFilterOf(type.name), (accessFilter) => {
      if (accessFilter === 'none') return [];
      // The server reads related records through this method too, with the selection that it created for another source. So
      // omit related records if this source does not load them.
      const isLoaded = given.include === undefined || source.loadsIncludes === true;
      const restricting = restrictInclude(access, type, isLoaded ? given : { ...given, include: undefined });
      return andThen(restricting, (selection) =>
        andThen(findIn(accessFilter, guarded, ids, selection, call), (visible) => {
          // The write does not change the resources in the linkage, so they need no lock.
          const reading = call.forUpdate === undefined ? call : callWith(call, { forUpdate: undefined });
          return restrictRecords(guarded, visible, selection, reading) as Awaitable<typeof visible>;
        }),
      );
    });
  };
}
