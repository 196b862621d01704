import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { show } from '../../internal/show.ts';
import { hasNamespace } from '../../member/extension-member.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { onClosedObjects } from '../closed-objects.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  // Members of extensions have a rule of their own.
  if (hasNamespace(String(node.key))) return;
  context.report(`${show(node.key)} is no member of ${nameOf(node.parent?.place.name)}.`, node);
}

/** How a place is called in a sentence. */
function nameOf(place = ''): string {
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
  return names[place] ?? 'a resource object';
}

/**
 * An object of the specification holds only the members that are defined for it; at-members may stand anywhere.
 *
 * @see https://jsonapi.org/format/1.1/#document-structure
 */
export const definedMembers: Rule = defineRule(documentRules, 'defined-members', {
  undefinedMember: onClosedObjects(report),
});
