import type { RuleFacts } from '../../spec/rule-facts.ts';
import type { DeclaredRule } from '../../validate/rule.ts';

const spec = 'https://jsonapi.org/ext/atomic/#document-structure';

/** Creates a rule of the extension. Default: it is a MUST, and a receiver rejects a document that violates it. */
/* @__NO_SIDE_EFFECTS__ */
export function defineAtomicRule(
  id: string,
  requirements: string,
  statement: string,
  visitors: Omit<DeclaredRule, keyof RuleFacts>,
  { level = 'must', receiver = 'reject' }: Partial<Pick<RuleFacts, 'level' | 'receiver'>> = {},
): DeclaredRule {
  return { id, level, spec, receiver, statement, requirements: Object.freeze(requirements.split(' ')), ...visitors };
}
