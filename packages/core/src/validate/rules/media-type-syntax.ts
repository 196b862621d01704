import type { DocumentNode } from '../../grammar/node.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { parseMediaType } from '../../media-type/media-type.ts';
import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `type` of a link object should be a valid media type.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const mediaTypeSyntax: Rule = defineRule(recommendationsRules, 'media-type-syntax', {
  visit: {
    'media-type'(node: DocumentNode<string>, context) {
      if (parseMediaType(node.value) !== undefined) return;
      context.report(`\`type\` should be a media type, but it is ${describeValue(node.value)}.`, node);
    },
  },
});
