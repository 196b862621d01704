import type { AnySource } from '../sources/any-source.ts';
import { applicableTo } from '../sources/applied-conditions.ts';
import type { CollectionQuery, SourceCall, SourceRecord, StreamQuery } from '../sources/data-source.ts';
import { recordBatches } from '../sources/record-batches.ts';
import { idOf } from '../sources/record-id.ts';
import { assertStated } from './assert-stated.ts';
import { canApply, withCallConditions } from './decided-by-source.ts';
import { restrictFilter } from './restrict-filter.ts';
import { restrictInclude, withoutInclude } from './restrict-include.ts';
import { restrictLinkage } from './restrict-linkage.ts';
import { restrictSort } from './restrict-sort.ts';
import { termsOf, withConditions } from './scope.ts';
import { filterVisible, type GuardedSource } from './visible-records.ts';

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
  const { access, type, source } = guarded;
  const canApplyTo = (types: readonly string[]): Promise<boolean> => canApply(access, source, method, types);
  const applicable = applicableTo(source, method);
  const scope = await access.scopeOf(type.name);
  const sort = await restrictSort(access, type, query.sort);
  const restricted =
    scope === 'none' ? undefined : await restrictFilter({ access, canApplyTo, applicable, call }, type, query.filter);
  if (restricted === undefined) return undefined;
  const filter = [...restricted, ...termsOf(scope)]; // sabotage: collection-gets-no-conditions-rule
  const isApplied = await canApplyTo([type.name]);
  assertStated(guarded, applicable, method, termsOf(scope));
  const shown = await restrictInclude(access, type, query.selection);
  const selection = isApplied ? shown : withConditions(shown, type, scope);
  return {
    query: { ...query, filter, sort, selection },
    async show(records) {
      const visible = isApplied ? records : await filterVisible(guarded, records, call);
      if (visible.length < records.length) {
        throw new TypeError(
          `\`${type.name}.${method}\` must return only records that match all conditions, but it returned another record.`,
        );
      }
      return (await restrictLinkage(guarded, visible, shown, call)) as typeof visible;
    },
  };
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
    if (restricted === undefined)
      return { records: [], hasMore: false, total: query.total ? 0 : undefined, positions: [] };
    const given = await list(restricted.query, call);
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
      yield await restricted.show(batch as readonly SourceRecord[]); // sabotage: stream-does-not-check-batches
    }
  };
}

/** Returns a `find` that enforces the access rules: it omits hidden resources. */
export function guardFind(guarded: GuardedSource, find: Method<'find'>): Method<'find'> {
  const { access, type, source } = guarded;
  return async (ids, given, call) => {
    const scope = await access.scopeOf(type.name);
    if (scope === 'none') return [];
    // The server reads related records through this method too, with the selection that it created for another source. So
    // omit related records if this source does not load them.
    const wanted = source.loadsIncludes === true ? given : withoutInclude(given);
    const selection = await restrictInclude(access, type, wanted);
    const isApplied = await canApply(access, source, 'find', [type.name]);
    const found = isApplied
      ? await find(ids, selection, withCallConditions(call, termsOf(scope)))
      : await find(ids, withConditions(selection, type, scope), call);
    const asked = new Set(ids);
    const requested = found.filter((record) => asked.has(idOf(type.name, record)));
    const visible = isApplied ? requested : await filterVisible(guarded, requested, call); // sabotage: find-returns-resources-rule-hides
    return (await restrictLinkage(guarded, visible, selection, call)) as typeof visible;
  };
}
