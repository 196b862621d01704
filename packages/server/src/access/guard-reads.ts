import type { AnySource } from '../source/any-source.ts';
import { applicableTo } from '../source/applied-conditions.ts';
import { idOf } from '../source/record-id.ts';
import { assertStated } from './assert-stated.ts';
import { canApply, withCallConditions } from './decided-by-source.ts';
import { restrictFilter } from './restrict-filter.ts';
import { restrictInclude, withoutInclude } from './restrict-include.ts';
import { restrictLinkage } from './restrict-linkage.ts';
import { restrictSort } from './restrict-sort.ts';
import { termsOf, withConditions } from './scope.ts';
import { filterVisible, type GuardedSource } from './visible-records.ts';

type Method<Name extends keyof AnySource> = NonNullable<AnySource[Name]>;

/**
 * Returns a `list` that enforces the access rules. Passes the conditions to the source, so that pages and totals are
 * correct. Checks the results again, unless the source states that it applies conditions.
 *
 * @throws {TypeError} If the source returns a resource that does not match the conditions: its pages and totals would
 * reveal hidden resources.
 */
export function guardList(guarded: GuardedSource, list: Method<'list'>): Method<'list'> {
  const { access, type, source } = guarded;
  const canApplyTo = (types: readonly string[]): Promise<boolean> => canApply(access, source, 'list', types);
  const applicable = applicableTo(source, 'list');
  return async (query, call) => {
    const scope = await access.scopeOf(type.name);
    const sort = await restrictSort(access, type, query.sort);
    const own =
      scope === 'none' ? undefined : await restrictFilter({ access, canApplyTo, applicable, call }, type, query.filter);
    if (own === undefined) return { records: [], hasMore: false, total: query.total ? 0 : undefined, positions: [] };
    const filter = [...own, ...termsOf(scope)];
    const isApplied = await canApplyTo([type.name]);
    if (!isApplied) assertStated(guarded, applicable, 'list', termsOf(scope));
    const shown = await restrictInclude(access, type, query.selection);
    const selection = isApplied ? shown : withConditions(shown, type, scope);
    const given = await list({ ...query, filter, sort, selection }, call);
    const visible = isApplied ? given.records : await filterVisible(guarded, given.records, call);
    if (visible.length < given.records.length) {
      throw new TypeError(
        `\`${type.name}.list\` must return only records that match all conditions, but it returned another record.`,
      );
    }
    return { ...given, records: (await restrictLinkage(guarded, visible, shown, call)) as typeof visible };
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
    const own = source.loadsIncludes === true ? given : withoutInclude(given);
    const selection = await restrictInclude(access, type, own);
    const isApplied = await canApply(access, source, 'find', [type.name]);
    const found = isApplied
      ? await find(ids, selection, withCallConditions(call, termsOf(scope)))
      : await find(ids, withConditions(selection, type, scope), call);
    const asked = new Set(ids);
    const requested = found.filter((record) => asked.has(idOf(type.name, record)));
    const visible = isApplied ? requested : await filterVisible(guarded, requested, call);
    return (await restrictLinkage(guarded, visible, selection, call)) as typeof visible;
  };
}
