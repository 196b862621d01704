import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { isMemberName } from '../../spec/member/member-name.ts';
import { nameFault } from '../../spec/member/name-fault.ts';
import { ignored } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  const name = String(node.key);
  if (!isMemberName(name))
    context.report(`${describeValue(name)} must be a valid member name, but ${nameFault(name)}.`, node);
}

/**
 * Names of attributes and relationships must be valid member names.
 *
 * Requirements: RES-20 NAM-02 NAM-03 NAM-04 NAM-05 NAM-06 NAM-07
 */
export const fieldNames: Rule = defineRule('field-names', ignored('document-member-names'), {
  unknownMember: {
    attributes: report,
    relationships: report,
  },
});
