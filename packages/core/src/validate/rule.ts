import type { DocumentRole, Visitors } from '../document/visitors.ts';
import { frozenCopy } from '../internal/freeze.ts';
import type { RuleFacts } from '../spec/rule-facts.ts';
import type { RuleId } from '../spec/rule-id.ts';
import { ruleFacts } from '../spec/rules.ts';

/** One rule: what it says, and what it looks at during the walk of a document. */
export interface Rule extends RuleFacts, Visitors {
  /** The documents it is about, when not all. */
  readonly roles?: readonly DocumentRole[];
  /** Whether it compares with a declared API, and is left out without one. */
  readonly needsApi?: boolean;
}

/** A rule of the specification: what is known of it, and what it looks at. */
/* @__NO_SIDE_EFFECTS__ */
export function defineRule(id: RuleId, looks: Omit<Rule, keyof RuleFacts>): Rule {
  return frozenCopy({ id, ...ruleFacts[id], ...looks });
}
