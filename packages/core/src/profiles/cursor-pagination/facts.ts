import type { RuleFacts } from '../../spec/rule-facts.ts';

/** What is known of a rule of the profile. Who does not know the profile ignores all of it. */
export function cursorFacts(id: string, ledger: string, statement: string): RuleFacts {
  const spec = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';
  return { id, level: 'must', spec, receiver: 'ignore', statement, ledger: Object.freeze(ledger.split(' ')) };
}
