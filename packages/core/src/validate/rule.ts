import type { DocumentRole, Visitors } from '../grammar/visitors.ts';
import { frozenCopy } from '../internal/freeze.ts';
import type { RuleBinding, RuleFacts } from '../spec/rule-facts.ts';
import type { RuleId } from '../spec/rule-id.ts';
import { ruleBindings } from '../spec/rules.ts';

/** One rule for the validator: the nodes that it visits, and the facts that its issues report. */
export interface Rule extends RuleBinding, Visitors {
  /** The roles of the documents to which the rule applies. Default: all documents. */
  readonly roles?: readonly DocumentRole[];
  /** Whether the rule requires a declared API. Without an API, it does not run. */
  readonly needsApi?: boolean;
}

/** One rule with its statement and the rows of the ledger. */
export interface StatedRule extends Rule, RuleFacts {}

/** Creates a rule of the specification. */
/* @__NO_SIDE_EFFECTS__ */
export function defineRule(id: RuleId, visitors: Omit<Rule, keyof RuleBinding>): Rule {
  return frozenCopy({ id, ...ruleBindings[id], ...visitors });
}

const unset = {
  roles: undefined,
  needsApi: undefined,
  visit: undefined,
  missingMember: undefined,
  wrongShape: undefined,
  unknownMember: undefined,
  finish: undefined,
} as unknown as Visitors;

/** Returns a copy of a rule in which every optional member is an own member, so that `Object.prototype` adds none. */
export function ownRule(rule: Rule): Rule {
  return { ...unset, ...rule };
}
