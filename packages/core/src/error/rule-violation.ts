import type { RuleId } from '../spec/rule-statements.ts';

/**
 * Creates the error for a record or an option that would produce a document that violates a rule of the specification.
 */
export function ruleViolation(rule: RuleId, message: string): TypeError {
  return new TypeError(`${message} (rule ${rule})`);
}
