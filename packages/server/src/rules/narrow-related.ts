import type { FilterCondition, RelationshipDefinition } from '@linkage/core';
import { andThen } from '@linkage/core/internal';
import { unapplied } from '../sources/gateway/assert-conditions-apply.ts';
import { ownQuery } from '../sources/gateway/source-query.ts';
import type { Awaitable, RelatedQuery, SourceCall } from '../sources/port/data-source.ts';
import { type AccessFilter, accessFiltersOf, termsOf, withConditions } from './access-filter.ts';
import { assertApplicable, canApply } from './applied-filters.ts';
import type { GuardedMethod } from './request-access.ts';
import { restrictQuery } from './restrict-query.ts';

/** Returns the conditions that the source applies to the members, or undefined if the server must check the members. */
export function appliedFilters(
  receiver: GuardedMethod,
  { targets }: RelationshipDefinition,
): Awaitable<readonly FilterCondition[] | undefined> {
  const [target = '', ...others] = targets;
  if (others.length > 0) return undefined;
  return andThen(receiver.access.accessFilterOf(target), (accessFilter) =>
    typeof accessFilter !== 'string' && canApply(receiver, target, accessFilter) ? accessFilter : undefined,
  );
}

/** Returns the query of members for the source, or undefined if no member can match. */
export function narrowQuery(
  receiver: GuardedMethod,
  relationship: RelationshipDefinition,
  query: RelatedQuery,
  call: SourceCall,
  isApplied: boolean,
): Awaitable<RelatedQuery | undefined> {
  return andThen(accessFiltersOf(receiver.access, relationship.targets), (accessFilters) =>
    narrowTo(accessFilters, receiver, relationship, query, call, isApplied),
  );
}

function narrowTo(
  accessFilters: readonly AccessFilter[],
  receiver: GuardedMethod,
  { kind, targets }: RelationshipDefinition,
  query: RelatedQuery,
  call: SourceCall,
  isApplied: boolean,
): Awaitable<RelatedQuery | undefined> {
  const { access, source } = receiver;
  const [accessFilter = 'none', ...others] = accessFilters;
  if (accessFilters.every((it) => it === 'none')) {
    if (query.page !== undefined) assertApplicable(receiver, targets[0] as string, query.filter);
    return undefined;
  }
  if (others.length > 0) {
    // The conditions of several types cannot be one filter: read all members and select the page from the visible ones.
    if (kind === 'to-one' || accessFilters.every((it) => it === 'all')) return query;
    // Select the page of each parent's members afterwards, too.
    const atMost = query.page === undefined ? query.atMost : access.most + 1;
    return ownQuery({ atMost, selection: query.selection });
  }
  const target = access.typeOf(targets[0] as string);
  const selection = isApplied ? query.selection : withConditions(query.selection, target, accessFilter);
  // A to-one relationship has at most one member: check the member instead of passing conditions.
  const terms = isApplied || kind === 'to-one' ? [] : termsOf(accessFilter);
  if (query.page === undefined) {
    if (isApplied) return query;
    const { pagePerParent, filter = [], ...rest } = query;
    // A source can ignore conditions: its page of each parent's members would then omit visible members. But only the
    // source knows the positions to continue from.
    const whole = pagePerParent?.positions === true ? { ...pagePerParent, limit: query.atMost } : undefined;
    const page = terms.length === 0 ? pagePerParent : whole;
    // The server checks the members, so a source that could misread a condition does not receive it.
    const declared = terms.filter(
      (it) => unapplied(access.api, target.name, source.can.applies.related, [it]) === undefined,
    );
    return {
      ...rest,
      ...(page === undefined ? {} : { pagePerParent: page }),
      selection,
      filter: [...filter, ...declared],
    };
  }
  return andThen(
    restrictQuery(receiver, target, query, terms.length === 0 ? 'all' : terms, call),
    (restricted) => restricted && { ...restricted, selection },
  );
}
