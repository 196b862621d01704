import { show } from '../../internal/show.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Every included resource is reached from the primary data through relationship data, unless sparse fieldsets hide
 * the way.
 *
 * @see https://jsonapi.org/format/1.1/#document-compound-documents
 */
export const fullLinkage: Rule = defineRule('full-linkage', {
  // What a server receives with a request is not asked for and ignored, linked or not.
  finish(_, context) {
    if (context.sparseFieldsets || context.as === 'create' || context.as === 'update') return;
    for (const node of context.resources.findUnlinked()) {
      const { type, id } = node.value;
      context.report(`No relationship leads from the primary data to ${show(type)} ${show(id)}.`, node);
    }
  },
});
