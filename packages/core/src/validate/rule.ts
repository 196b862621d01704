import { frozenCopy } from '../internal/freeze.ts';
import { ownMembers } from '../internal/members.ts';
import type { DocumentRole, Visitors } from '../spec/grammar/visitors.ts';
import type { RuleBinding, RuleFacts } from '../spec/rule-facts.ts';
import type { RuleId } from '../spec/rule-statements.ts';

/** One rule for the validator: the nodes that it visits, and the facts that its issues report. */
export interface Rule extends RuleBinding, Visitors {
  /** The roles of the documents to which the rule applies. Default: all documents. */
  readonly roles?: readonly DocumentRole[];
  /** Whether the rule requires a declared API. Without an API, it does not run. */
  readonly needsApi?: boolean;
}

/** One rule with its statement and its requirements. */
export interface DeclaredRule extends Rule, RuleFacts {}

/**
 * Creates a rule of the specification. The comment above the rule is its sentence, and names its requirements: as
 * values, they would be in every bundle. `scripts/docs/write-rules.ts` writes them to `rule-statements.ts`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineRule(id: RuleId, facts: Omit<RuleBinding, 'id'>, visitors: Omit<Rule, keyof RuleBinding>): Rule {
  return frozenCopy({ id, ...facts, ...visitors });
}

/** Returns a copy of a rule without a prototype, so that `Object.prototype` adds no optional members. */
export function ownRule(rule: Rule): Rule {
  return ownMembers(rule) as unknown as Rule;
}
