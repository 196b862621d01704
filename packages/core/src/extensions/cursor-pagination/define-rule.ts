import type { RuleFacts } from '../../spec/rule-facts.ts';
import type { DeclaredRule } from '../../validate/rule.ts';

const spec = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/** Creates a rule of the profile. A receiver that does not know the profile ignores its members. */
/* @__NO_SIDE_EFFECTS__ */
export function defineCursorRule(
  id: string,
  requirements: string,
  statement: string,
  visitors: Omit<DeclaredRule, keyof RuleFacts>,
): DeclaredRule {
  return {
    id,
    level: 'must',
    spec,
    receiver: 'ignore',
    statement,
    requirements: Object.freeze(requirements.split(' ')),
    ...visitors,
  };
}
