import type { DocumentNode } from '../../grammar/node.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A resource identifier object has a type.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-identifier-objects
 */
export const identifierType: Rule = defineRule(resourceRules, 'identifier-type', {
  incomplete: {
    identifier(node: DocumentNode, context) {
      if (node.value.type === undefined) context.report('The resource identifier object has no type.', node);
    },
  },
});
