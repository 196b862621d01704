import type { RuleFacts } from '../../spec/rule-facts.ts';

/** What is known of a rule of the extension. */
export function atomicFacts(id: string, ledger: string, statement: string): RuleFacts {
  const spec = 'https://jsonapi.org/ext/atomic/#document-structure';
  return { id, level: 'must', spec, receiver: 'reject', statement, ledger: Object.freeze(ledger.split(' ')) };
}
