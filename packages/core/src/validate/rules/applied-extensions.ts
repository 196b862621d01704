import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { hasNamespace, isExtensionMemberName } from '../../spec/member/extension-member.ts';
import { ignored } from '../../spec/rule-facts.ts';
import { onClosedObjects } from '../closed-objects.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  const name = String(node.key);
  if (!hasNamespace(name)) return;
  if (isExtensionMemberName(name))
    context.report(`${describeValue(name)} is not a member that an applied extension defines for this object.`, node);
  else context.report(`A namespace must be followed by a valid member name, but it is ${describeValue(name)}.`, node);
}

/**
 * A member with a namespace must have a valid name, and belong to an applied extension that defines it for the object.
 *
 * Requirements: EXT-09 REL-04 DOC-04
 */
export const appliedExtensions: Rule = defineRule('applied-extensions', ignored('extension-members'), {
  unknownMember: onClosedObjects(report),
});
