import type { VisitContext } from '../../grammar/visitors.ts';
import { show } from '../../internal/show.ts';
import { documentRules } from '../../spec/document-rules.ts';
import type { RuleId } from '../../spec/rule-id.ts';
import { defineRule, type Rule } from '../rule.ts';

/** The rules whose issues leave open what leads to what: an included resource may be linked once they are resolved. */
const aboutLinkage: readonly RuleId[] = [
  'included-without-data',
  'primary-data',
  'included-resources',
  'identification-strings',
  'type-name',
  'relationships-object',
  'relationship-object',
  'relationship-links',
  'relationship-data',
  'linkage',
  'identifier-type',
  'identifier-id',
  'api-types',
  'api-linkage',
];

function isRequest(as: VisitContext['as']): boolean {
  return as === 'create' || as === 'update' || as === 'update-relationship';
}

/**
 * Every included resource is reached from the primary data through relationship data, unless sparse fieldsets hide
 * the way.
 *
 * @see https://jsonapi.org/format/1.1/#document-compound-documents
 */
export const fullLinkage: Rule = defineRule(documentRules, 'full-linkage', {
  // What a server receives with a request is not asked for and ignored, linked or not.
  finish(_, context) {
    if (context.sparseFieldsets || isRequest(context.as) || context.hasReported(...aboutLinkage)) return;
    for (const node of context.resources.findUnlinked()) {
      const { type, id, lid } = node.value;
      context.report(`No relationship leads from the primary data to ${show(type)} ${show(id ?? lid)}.`, node);
    }
  },
});
