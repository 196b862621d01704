import type { DocumentNode } from '../../grammar/node.ts';
import { excerpt } from '../../internal/excerpt.ts';
import { issuePlace } from '../../schema/issue-place.ts';
import { apiRules } from '../../spec/api-rules.ts';
import { complaints, typeOf } from '../api-of.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Every attribute has a value that its schema takes.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-attributes
 */
export const apiAttributes: Rule = defineRule(apiRules, 'api-attributes', {
  needsApi: true,
  visit: {
    attributes(node: DocumentNode, context) {
      const declared = typeOf(node.parent, context)?.attributes;
      if (declared === undefined) return;
      for (const [name, value] of Object.entries(node.value)) {
        const attribute = declared.get(name);
        if (attribute === undefined || value === undefined) continue;
        for (const { message, path } of complaints(attribute.schema, value)) {
          const complaint = excerpt(message).replace(/\.$/, '');
          context.report(`The schema of ${name} says: ${complaint}.`, node, name, ...issuePlace(value, path));
        }
      }
    },
  },
});
