import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { ignored } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

function report({ key, parent }: DocumentNode<unknown>, context: VisitContext): void {
  if ((key !== 'type' && key !== 'id') || parent === null) return;
  context.report(`A field must not be named \`${key}\`.`, parent, key);
}

/**
 * Attributes and relationships must not be named `type` or `id`.
 *
 * Requirements: RES-10
 */
export const reservedFieldNames: Rule = defineRule('reserved-field-names', ignored('document-resource-object-fields'), {
  unknownMember: {
    attributes: report,
    relationships: report,
  },
});
