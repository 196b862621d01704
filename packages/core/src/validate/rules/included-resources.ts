import { describeValue } from '../../internal/describe-value.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `included` must be an array of resource objects.
 *
 * @see https://jsonapi.org/format/1.1/#document-compound-documents
 */
export const includedResources: Rule = defineRule(documentRules, 'included-resources', {
  wrongShape: {
    included: (node, context) =>
      context.report(`\`included\` must be an array, but it is ${describeValue(node.value)}.`, node),
    'included-resource': (node, context) =>
      context.report(`A resource object must be an object, but it is ${describeValue(node.value)}.`, node),
  },
});
