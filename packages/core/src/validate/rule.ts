import type { DocumentRole, Visitors } from '../grammar/visitors.ts';
import { frozenCopy } from '../internal/freeze.ts';
import type { RuleBinding, RuleFacts } from '../spec/rule-facts.ts';

/** One rule as the validator runs it: what it looks at during the walk of a document, and what its issues report. */
export interface Rule extends RuleBinding, Visitors {
  /** The documents it is about, when not all. */
  readonly roles?: readonly DocumentRole[];
  /** Whether it compares with a declared API, and is left out without one. */
  readonly needsApi?: boolean;
}

/** One rule, with its sentence and the rows of the ledger. */
export interface StatedRule extends Rule, RuleFacts {}

/**
 * A rule of the specification: what its issues report, and what it looks at.
 *
 * @param chapter The table of its chapter: a program with a few rules does not load those of all others.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineRule<Id extends string>(
  chapter: Readonly<Record<Id, Omit<RuleBinding, 'id'>>>,
  id: NoInfer<Id>,
  looks: Omit<Rule, keyof RuleBinding>,
): Rule {
  return frozenCopy({ id, ...chapter[id], ...looks });
}

const unset = {
  roles: undefined,
  needsApi: undefined,
  visit: undefined,
  incomplete: undefined,
  misshapen: undefined,
  undefinedMember: undefined,
  finish: undefined,
} as unknown as Visitors;

/** Returns a copy of a rule in which every optional member is an own member, so that `Object.prototype` adds none. */
export function ownRule(rule: Rule): Rule {
  return { ...unset, ...rule };
}
