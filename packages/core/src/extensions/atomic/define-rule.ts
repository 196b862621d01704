import type { RuleFacts } from '../../spec/rule-facts.ts';
import type { Rule } from '../../validate/rule.ts';

const spec = 'https://jsonapi.org/ext/atomic/#document-structure';

/** Makes a rule of the extension. A receiver rejects a document that breaks it, unless the rule says otherwise. */
/* @__NO_SIDE_EFFECTS__ */
export function defineAtomicRule(
  id: string,
  ledger: string,
  statement: string,
  looks: Omit<Rule, keyof RuleFacts>,
  receiver: Rule['receiver'] = 'reject',
): Rule {
  return { id, level: 'must', spec, receiver, statement, ledger: Object.freeze(ledger.split(' ')), ...looks };
}
