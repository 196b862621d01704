import { show } from '../../internal/show.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * included is an array of resource objects.
 *
 * @see https://jsonapi.org/format/1.1/#document-compound-documents
 */
export const includedResources: Rule = defineRule(documentRules, 'included-resources', {
  misshapen: {
    included: (node, context) => context.report(`included is an array, not ${show(node.value)}.`, node),
    'included-resource': (node, context) => context.report(`A resource is an object, not ${show(node.value)}.`, node),
  },
});
