import type { DocumentRole, Visitors } from '../grammar/visitors.ts';
import { frozenCopy } from '../internal/freeze.ts';
import { ownMembers } from '../internal/own-members.ts';
import type { RuleBinding, RuleFacts } from '../spec/rule-facts.ts';

/** One rule for the validator: the nodes that it visits, and the facts that its issues report. */
export interface Rule extends RuleBinding, Visitors {
  /** The roles of the documents to which the rule applies. Default: all documents. */
  readonly roles?: readonly DocumentRole[];
  /** Whether the rule requires a declared API. Without an API, it does not run. */
  readonly needsApi?: boolean;
}

/** One rule with its statement and the rows of the ledger. */
export interface StatedRule extends Rule, RuleFacts {}

/**
 * Creates a rule of the specification.
 *
 * @param chapter The table of its chapter. A program with a few rules does not load the tables of other chapters.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineRule<Id extends string>(
  chapter: Readonly<Record<Id, Omit<RuleBinding, 'id'>>>,
  id: NoInfer<Id>,
  visitors: Omit<Rule, keyof RuleBinding>,
): Rule {
  return frozenCopy({ id, ...chapter[id], ...visitors });
}

/** Returns a copy of a rule without a prototype, so that `Object.prototype` adds no optional members. */
export function ownRule(rule: Rule): Rule {
  return ownMembers(rule) as unknown as Rule;
}
