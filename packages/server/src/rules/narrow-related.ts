import type { RelationshipDefinition } from '@linkage/core';
import { applicableTo } from '../sources/applied-conditions.ts';
import type { RelatedQuery, SourceCall } from '../sources/data-source.ts';
import { ownQuery } from '../sources/own-query.ts';
import { assertStated, describeUnstated } from './assert-stated.ts';
import { canApply } from './decided-by-source.ts';
import type { GuardedSource } from './matching-records.ts';
import { restrictFilter } from './restrict-filter.ts';
import { restrictSort } from './restrict-sort.ts';
import { termsOf, withConditions } from './scope.ts';

/** Returns the query of members for the source, or undefined if no member can match. */
export async function narrowQuery(
  guarded: GuardedSource,
  { kind, targets }: RelationshipDefinition,
  query: RelatedQuery,
  call: SourceCall,
  isApplied: boolean,
): Promise<RelatedQuery | undefined> {
  const { access, source } = guarded;
  const scopes = await Promise.all(targets.map(access.scopeOf));
  const [scope = 'none', ...others] = scopes;
  if (scopes.every((it) => it === 'none')) return undefined;
  if (others.length > 0) {
    // The conditions of several types cannot be one filter: read all members and select the page from the visible ones.
    if (kind === 'to-one' || scopes.every((it) => it === 'all')) return query;
    // Select the page of each parent's members afterwards, too.
    const atMost = query.page === undefined ? query.atMost : access.most + 1;
    return ownQuery({ atMost, selection: query.selection });
  }
  const target = access.typeOf(targets[0] as string);
  const selection = isApplied ? query.selection : withConditions(query.selection, target, scope);
  // A to-one relationship has at most one member: check the member instead of passing conditions.
  const terms = isApplied || kind === 'to-one' ? [] : termsOf(scope);
  const applicable = applicableTo(source, 'related');
  if (query.page === undefined) {
    if (isApplied) return query;
    const { pagePerParent, filter = [], ...rest } = query;
    // A source can ignore conditions: its page of each parent's members would then omit visible members. But only the
    // source knows the positions to continue from.
    const whole = pagePerParent?.positions === true ? { ...pagePerParent, limit: query.atMost } : undefined;
    const page = terms.length === 0 ? pagePerParent : whole;
    // The server checks the members, so a source that could misread a condition does not receive it.
    const stated = terms.filter((it) => describeUnstated(access.api, applicable, target.name, [it]) === undefined);
    return {
      ...rest,
      ...(page === undefined ? {} : { pagePerParent: page }),
      selection,
      filter: [...filter, ...stated],
    };
  }
  assertStated(guarded, applicable, 'related', terms, target.name);
  const sort = await restrictSort(access, target, query.sort);
  const canApplyTo = (types: readonly string[]): Promise<boolean> => canApply(access, source, 'related', types);
  const filter = await restrictFilter({ access, canApplyTo, applicable, call }, target, query.filter);
  return filter && { ...query, selection, sort, filter: [...filter, ...terms] }; // sabotage: page-members-counts-hidden-ones
}
