import type { DocumentNode } from '../../grammar/node.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A resource object has an id, unless it comes from the client and is to be created.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const resourceId: Rule = defineRule(resourceRules, 'resource-id', {
  incomplete: {
    'primary-resource'(node: DocumentNode, context) {
      const { as } = context;
      // One resource object as primary data may be one to create, when the caller did not say what the document is.
      const mayBeNew = as === 'create' || (as === undefined && typeof node.key === 'string');
      if (node.value.id === undefined && !mayBeNew) context.report('The resource object has no id.', node);
    },
    'included-resource'(node: DocumentNode, context) {
      const { id, lid } = node.value;
      const mayBeNew = (context.as === 'create' || context.as === 'update') && lid !== undefined;
      if (id === undefined && !mayBeNew) context.report('The included resource object has no id.', node);
    },
  },
});
