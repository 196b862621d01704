import { ownMember } from '../internal/members.ts';
import type { ConditionGroup, ConditionOrGroup } from './query.ts';

/** The kind of a condition, and its parts. A group with `not` has one condition. */
export type ConditionParts<Term> =
  | { readonly kind: 'term'; readonly term: Term }
  | { readonly kind: 'and'; readonly conditions: readonly ConditionOrGroup<Term>[] }
  | { readonly kind: 'or'; readonly conditions: readonly ConditionOrGroup<Term>[] }
  | { readonly kind: 'not'; readonly conditions: readonly ConditionOrGroup<Term>[] };

const groupKinds = ['and', 'or', 'not'] as const;

/**
 * Returns whether a condition is a group, and its parts. Looks at own members only, so members of `Object.prototype`
 * do not change the meaning.
 *
 * @example
 * const parts = conditionParts(condition);
 * if (parts.kind === 'or') parts.conditions.some(matches);
 */
export function conditionParts<Term extends object>(condition: ConditionOrGroup<Term>): ConditionParts<Term> {
  for (const kind of groupKinds) {
    const group = ownMember(condition, kind);
    if (group === undefined) continue;
    return { kind, conditions: (kind === 'not' ? [group] : group) as readonly ConditionOrGroup<Term>[] };
  }
  return { kind: 'term', term: condition as Term };
}

/** Returns the group of some conditions. */
export function groupOf<Term>(
  kind: 'and' | 'or' | 'not',
  conditions: readonly ConditionOrGroup<Term>[],
): ConditionGroup<Term> {
  if (kind === 'not') return { not: conditions[0] as ConditionOrGroup<Term> };
  return kind === 'and' ? { and: conditions } : { or: conditions };
}

/** Returns the conditions on fields that some conditions contain, in order. */
export function termsIn<Term extends object>(conditions: readonly ConditionOrGroup<Term>[]): readonly Term[] {
  return conditions.flatMap((condition): readonly Term[] => {
    const parts = conditionParts(condition);
    return parts.kind === 'term' ? [parts.term] : termsIn(parts.conditions);
  });
}

/** Returns a condition with other conditions on fields. */
export function mapTerms<Term extends object, Other>(
  condition: ConditionOrGroup<Term>,
  map: (term: Term) => ConditionOrGroup<Other>,
): ConditionOrGroup<Other> {
  const parts = conditionParts(condition);
  if (parts.kind === 'term') return map(parts.term);
  return groupOf(
    parts.kind,
    parts.conditions.map((it) => mapTerms(it, map)),
  );
}
