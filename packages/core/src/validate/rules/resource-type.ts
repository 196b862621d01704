import type { DocumentNode } from '../../grammar/node.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A resource object must have a `type`.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const resourceType: Rule = defineRule(resourceRules, 'resource-type', {
  missingMember: {
    resource(node: DocumentNode, context) {
      if (node.value.type === undefined) context.report('`type` is required in a resource object.', node);
    },
  },
});
