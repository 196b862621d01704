import type { RuleFacts } from '../../spec/rule-facts.ts';
import type { StatedRule } from '../../validate/rule.ts';

const spec = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/** Makes a rule of the profile. Who does not know the profile ignores all of it. */
/* @__NO_SIDE_EFFECTS__ */
export function defineCursorRule(
  id: string,
  ledger: string,
  statement: string,
  looks: Omit<StatedRule, keyof RuleFacts>,
): StatedRule {
  return { id, level: 'must', spec, receiver: 'ignore', statement, ledger: Object.freeze(ledger.split(' ')), ...looks };
}
