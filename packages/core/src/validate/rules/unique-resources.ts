import { show } from '../../internal/show.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * No two resource objects of a document, in data and included together, have the same type and id, or lid where there
 * is no id.
 *
 * @see https://jsonapi.org/format/1.1/#document-compound-documents
 */
export const uniqueResources: Rule = defineRule(documentRules, 'unique-resources', {
  finish(_, context) {
    for (const node of context.resources.repeated) {
      const { type, id, lid } = node.value;
      context.report(`The document holds ${show(type)} ${show(id ?? lid)} before.`, node);
    }
  },
});
