import type { Api, FilterCondition } from '@linkage/core';
import { termsIn } from '@linkage/core/internal';
import { type Applicable, describeInapplicable, inapplicable } from '../sources/applied-conditions.ts';
import { relationshipEnds } from '../sources/assert-conditions-apply.ts';
import type { GuardedSource } from './matching-records.ts';

/**
 * Describes the first condition of a rule that a method does not state to apply. Returns undefined if it applies all of them.
 * A source that states nothing knows paths, because clients can filter by them, but not the names of undeclared fields.
 */
export function describeUnstated(
  api: Api,
  applicable: Applicable,
  type: string,
  conditions: readonly FilterCondition[],
): string | undefined {
  const found = inapplicable(applicable, conditions, relationshipEnds(api, type));
  if (found !== undefined) return describeInapplicable(found);
  const foreign = termsIn(conditions).find(({ field }) => /(?:^|\.)@/.test(field));
  return foreign === undefined || applicable.groups ? undefined : `a condition on \`${foreign.field}\``;
}

/**
 * Checks that a method states to apply the conditions of a rule. Otherwise it could ignore an operator, and its pages and
 * totals would reveal hidden resources.
 *
 * @throws {TypeError} If it does not state a condition.
 */
export function assertStated(
  { access, type }: GuardedSource,
  applicable: Applicable,
  method: 'list' | 'related' | 'stream',
  conditions: readonly FilterCondition[],
  target: string = type.name,
): void {
  const found = describeUnstated(access.api, applicable, target, conditions);
  if (found === undefined) return;
  throw new TypeError(
    `\`access.${target}.read\` returned ${found}, but the source of "${type.name}" does not state in \`appliesConditions\` that its \`${method}\` applies it.`,
  );
}
