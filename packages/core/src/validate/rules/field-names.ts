import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { isMemberName } from '../../member/member-name.ts';
import { nameFault } from '../../member/name-fault.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  const name = String(node.key);
  if (!isMemberName(name))
    context.report(`${describeValue(name)} must be a valid member name, but ${nameFault(name)}.`, node);
}

/**
 * Names of attributes and relationships must be valid member names.
 *
 * @see https://jsonapi.org/format/1.1/#document-member-names
 */
export const fieldNames: Rule = defineRule(resourceRules, 'field-names', {
  unknownMember: {
    attributes: report,
    relationships: report,
  },
});
