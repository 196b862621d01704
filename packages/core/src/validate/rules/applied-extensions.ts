import type { DocumentNode } from '../../document/node.ts';
import type { VisitContext } from '../../document/visitors.ts';
import { show } from '../../internal/show.ts';
import { isExtensionMemberName } from '../../member/extension-member.ts';
import { onClosedObjects } from '../closed-objects.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  if (!isExtensionMemberName(String(node.key))) return;
  context.report(`No applied extension defines ${show(node.key)} here.`, node);
}

/**
 * A member with a namespace belongs to an applied extension, which defines it for the object it stands in.
 *
 * @see https://jsonapi.org/format/1.1/#extension-members
 */
export const appliedExtensions: Rule = defineRule('applied-extensions', {
  undefinedMember: onClosedObjects(report),
});
