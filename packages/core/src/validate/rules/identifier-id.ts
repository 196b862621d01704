import type { DocumentNode } from '../../grammar/node.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A resource identifier object has an id, or a lid when it stands for a resource that is to be created.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-identifier-objects
 */
export const identifierId: Rule = defineRule(resourceRules, 'identifier-id', {
  incomplete: {
    identifier(node: DocumentNode, context) {
      const { id, lid } = node.value;
      // What a server answers with exists.
      const mayBeNew = context.as !== 'response' && context.as !== 'relationship';
      if (id !== undefined || (lid !== undefined && mayBeNew)) return;
      context.report('`id` is required in a resource identifier object.', node);
    },
  },
});
