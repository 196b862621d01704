import type { FilterCondition, FilterTerm, ResourceType } from '@linkage/core';
import { andThen, inOrder } from '@linkage/core/internal';
import { conditionParts } from '@linkage/core/records';
import type { Awaitable, SourceCall, SourceCondition } from '../sources/port/data-source.ts';
import { isRestricted } from './access-filter.ts';
import {
  type Hidden,
  join,
  joinedOnPath,
  negated,
  type Restricted,
  type Restriction,
  resolvedTerm,
  throughSource,
  visibleTerm,
} from './hidden-term.ts';
import type { GuardedMethod } from './request-access.ts';
import { stepsOf } from './restrict-steps.ts';

/** Restricts a condition to resources that the user can read, in the first way that its source allows. */
function restrictedTerm(restriction: Restriction, type: ResourceType, term: FilterTerm): Awaitable<Restricted> {
  return andThen(stepsOf(restriction.access, type, term.field), (steps) => {
    if (steps.some(({ filter: it }) => it === 'none')) return false;
    const reached = steps.at(-1);
    const name = reached === undefined ? term.field : term.field.slice(reached.path.length + 1);
    const last = (reached?.target ?? type).relationships.get(name);
    return andThen(last !== undefined && isRestricted(restriction.access, last), (hidesSome) => {
      const end = hidesSome ? last : undefined;
      if (end === undefined && steps.every(({ filter: it }) => it === 'all')) return term;
      return hiddenTerm(restriction, { type, term, steps, end });
    });
  });
}

function hiddenTerm(restriction: Restriction, hidden: Hidden): Awaitable<Restricted> {
  return andThen(throughSource(restriction, hidden), (through) => {
    const restricted = through ?? joinedOnPath(restriction, hidden);
    if (restricted !== undefined) return restricted;
    const resolve = hidden.steps.length === 0 ? visibleTerm : resolvedTerm;
    return andThen(resolve(restriction, hidden), (resolved) => {
      if (typeof resolved === 'object')
        restriction.left = Math.max(restriction.left - (resolved as FilterTerm).values.length, 0);
      return resolved;
    });
  });
}

function restrictedCondition(
  restriction: Restriction,
  type: ResourceType,
  condition: FilterCondition,
): Awaitable<Restricted> {
  const parts = conditionParts(condition);
  if (parts.kind === 'term') return restrictedTerm(restriction, type, parts.term);
  const restricted: Restricted[] = [];
  const restrict = (part: FilterCondition): Awaitable<void> =>
    andThen(restrictedCondition(restriction, type, part), (it) => void restricted.push(it));
  // One after the other, because they share a budget.
  return andThen(inOrder(parts.conditions, restrict), () =>
    parts.kind === 'not' ? negated(restricted[0] as Restricted) : join(parts.kind, restricted),
  );
}

/**
 * Restricts the conditions of a request to resources that the user can read. Returns undefined if one of them cannot
 * match.
 *
 * @throws {JsonApiError} 400 for a condition that cannot be restricted.
 */
export function restrictFilter(
  receiver: GuardedMethod,
  type: ResourceType,
  filter: readonly FilterCondition[],
  call: SourceCall,
): Awaitable<readonly SourceCondition[] | undefined> {
  const restriction: Restriction = { ...receiver, call, left: receiver.access.most };
  const conditions: SourceCondition[] = [];
  let isNever = false;
  const restrict = (condition: FilterCondition): Awaitable<void> => {
    if (isNever) return undefined;
    return andThen(restrictedCondition(restriction, type, condition), (restricted) => {
      if (restricted === false) isNever = true;
      if (typeof restricted === 'boolean') return;
      const parts = conditionParts(restricted);
      conditions.push(...(parts.kind === 'and' ? parts.conditions : [restricted]));
    });
  };
  return andThen(inOrder(filter, restrict), () => (isNever ? undefined : conditions));
}
