import type { FilterCondition } from '@linkage/core';
import { type Applicable, describeInapplicable, inapplicable } from '../source/applied-conditions.ts';
import { relationshipEnds } from '../source/refuse-conditions.ts';
import type { GuardedSource } from './matching-records.ts';

/**
 * Checks that a method states to apply the conditions of a rule. Otherwise it could ignore an operator, and its pages and
 * totals would reveal hidden resources.
 *
 * @throws {TypeError} If it does not state a condition.
 */
export function assertStated(
  { access, type }: GuardedSource,
  applicable: Applicable,
  method: 'list' | 'related',
  conditions: readonly FilterCondition[],
  target: string = type.name,
): void {
  const found = inapplicable(applicable, conditions, relationshipEnds(access.api, target));
  if (found === undefined) return;
  throw new TypeError(
    `\`access.${target}.read\` returned ${describeInapplicable(found)}, but the source of "${type.name}" does not state in \`appliesConditions\` that its \`${method}\` applies it.`,
  );
}
