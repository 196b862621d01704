import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { show } from '../../internal/show.ts';
import { isMemberName } from '../../member/member-name.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  const name = String(node.key);
  if (!isMemberName(name)) context.report(`${show(name)} is no legal member name.`, node);
}

/**
 * Names of attributes and relationships obey the rules of member names.
 *
 * @see https://jsonapi.org/format/1.1/#document-member-names
 */
export const fieldNames: Rule = defineRule(resourceRules, 'field-names', {
  undefinedMember: {
    attributes: report,
    relationships: report,
  },
});
