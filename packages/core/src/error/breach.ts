import type { RuleId } from '../spec/rule-id.ts';

/** The error for a record or an option with which a document would break a rule of the specification. */
export function breach(rule: RuleId, message: string): TypeError {
  return new TypeError(`${message} (rule ${rule})`);
}
