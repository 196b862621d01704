import { describeValue } from '../../internal/describe-value.ts';
import { isObject } from '../../internal/is-object.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { isFieldName } from '../../spec/member/field-name.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * An attribute and a relationship of one resource must not have the same name.
 *
 * Requirements: RES-11
 */
export const sharedFieldNames: Rule = defineRule('shared-field-names', must('document-resource-object-fields'), {
  visit: {
    resource(node: DocumentNode, context) {
      const { attributes, relationships } = node.value;
      if (!isObject(attributes) || !isObject(relationships)) return;
      for (const name in relationships) {
        if (!Object.hasOwn(attributes, name) || !Object.hasOwn(relationships, name)) continue;
        if (attributes[name] === undefined || !isFieldName(name)) continue;
        const message = `${describeValue(name)} must not be both an attribute and a relationship.`;
        context.report(message, node, 'relationships', name);
      }
    },
  },
});
