import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report({ key, parent }: DocumentNode<unknown>, context: VisitContext): void {
  if ((key !== 'type' && key !== 'id') || parent === null) return;
  context.report(`An attribute or a relationship must not be named \`${key}\`.`, parent, key);
}

/**
 * Attributes and relationships must not be named `type` or `id`.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-fields
 */
export const reservedFieldNames: Rule = defineRule(resourceRules, 'reserved-field-names', {
  unknownMember: {
    attributes: report,
    relationships: report,
  },
});
