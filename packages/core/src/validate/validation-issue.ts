import type { RuleBinding, RuleLevel } from '../spec/rule-facts.ts';

/** One violation of a rule in a document. */
export interface ValidationIssue {
  /** The id of the rule. */
  readonly rule: string;
  readonly level: RuleLevel;
  /**
   * A JSON Pointer to an existing value of the document. For a missing member, it points to the object that lacks the
   * member.
   */
  readonly pointer: string;
  /** A sentence that names the expected and the actual value. */
  readonly message: string;
  /** The pinned URL of the section. */
  readonly spec: string;
  /** Whether a receiver rejects the document, or ignores the invalid part. */
  readonly receiver: 'reject' | 'ignore';
}

/** Creates an issue of a rule for a pointer. */
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
