import { describeValue } from '../../internal/describe-value.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Two resource objects of a document, in `data` and `included` together, must not have the same `type` and `id`, or the
 * same `type` and `lid` if there is no `id`.
 *
 * @see https://jsonapi.org/format/1.1/#document-compound-documents
 */
export const uniqueResources: Rule = defineRule(documentRules, 'unique-resources', {
  finish(_, context) {
    for (const node of context.resources.repeated) {
      const { type, id, lid } = node.value;
      context.report(
        `A document must contain each resource only once, but it contains ${describeValue(type)} ${describeValue(id ?? lid)} before.`,
        node,
      );
    }
  },
});
