import type { RuleBinding, RuleLevel } from '../spec/rule-facts.ts';

/** One way in which a document breaks a rule. */
export interface ValidationIssue {
  /** The id of the rule. */
  readonly rule: string;
  readonly level: RuleLevel;
  /** A JSON Pointer to an existing value of the document; for a missing member, to the object that lacks it. */
  readonly pointer: string;
  /** One sentence that shows the value at fault. */
  readonly message: string;
  /** The pinned URL of the section. */
  readonly spec: string;
  /** What a receiver does: refuse the document, or ignore what does not conform. */
  readonly receiver: 'reject' | 'ignore';
}

/** The issue of a rule at a place. */
export function validationIssue(rule: RuleBinding, message: string, pointer: string): ValidationIssue {
  return Object.freeze({
    rule: rule.id,
    level: rule.level,
    pointer,
    message,
    spec: rule.spec,
    receiver: rule.receiver,
  });
}
