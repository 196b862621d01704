import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { hasNamespace } from '../../spec/member/extension-member.ts';
import { ignored } from '../../spec/rule-facts.ts';
import { onClosedObjects } from '../closed-objects.ts';
import { knownHint } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  // Another rule checks members of extensions.
  if (hasNamespace(String(node.key))) return;
  const owner = nameOf((node.parent as DocumentNode).kind.name);
  context.report(`${describeValue(node.key)} is not a member of ${owner}.${knownHint(node, context, 'members')}`, node);
}

/** Returns the name of a node kind for use in a sentence. */
function nameOf(kind = ''): string {
  const names: Readonly<Record<string, string>> = {
    document: 'a document',
    relationship: 'a relationship object',
    identifier: 'a resource identifier object',
    'primary-identifier': 'a resource identifier object',
    'link-object': 'a link object',
    jsonapi: 'the jsonapi object',
    error: 'an error object',
    source: 'the source of an error',
  };
  return names[kind] ?? 'a resource object';
}

/**
 * An object of the specification must contain only the members that are defined for it, and at-members.
 *
 * Requirements: DOC-04 DOC-05 GEN-03 RID-05 LNK-12 JAP-08 ERR-23
 */
export const definedMembers: Rule = defineRule('defined-members', ignored('document-structure'), {
  unknownMember: onClosedObjects(report),
});
