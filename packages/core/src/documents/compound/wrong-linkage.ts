import { ruleViolation } from '../../error/rule-violation.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { assertNotPromise } from '../record/record-id.ts';
import type { RelationshipPlan } from './relationship-plan.ts';

/** Names the relationship of a resource, for the beginning of an error message. */
export function linkagePrefix(type: string, id: string, { name }: RelationshipPlan): string {
  return `"${type}" ${JSON.stringify(id)}, relationship \`${name}\``;
}

/**
 * Creates the error for a to-one relationship that is an array, or a to-many relationship that is not an array.
 *
 * @throws {TypeError} If the value is a promise.
 */
export function wrongLinkage(type: string, id: string, relationship: RelationshipPlan, value: unknown): TypeError {
  assertNotPromise(value, () => linkagePrefix(type, id, relationship));
  const { name, toMany } = relationship;
  const [kind, expected, remedy] = toMany
    ? ['to-many', 'an array', 'Pass an array, or declare the relationship with `toOne`.']
    : ['to-one', 'one value or null', 'Pass one value, or declare the relationship with `toMany`.'];
  const problem = `the ${kind} relationship \`${name}\` must be ${expected}, but it is ${describeValue(value)}`;
  return ruleViolation('linkage', `"${type}" ${JSON.stringify(id)}: ${problem}. ${remedy}`);
}
