import type { DocumentNode } from '../../grammar/node.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A resource identifier object must have a `type`.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-identifier-objects
 */
export const identifierType: Rule = defineRule(resourceRules, 'identifier-type', {
  missingMember: {
    identifier(node: DocumentNode, context) {
      if (node.value.type === undefined) context.report('`type` is required in a resource identifier object.', node);
    },
  },
});
