import { describeValue } from '../../internal/describe-value.ts';
import { parseMediaType } from '../../media-type/media-type.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { should } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `type` of a link object should be a valid media type.
 *
 * Requirements: LNK-09
 */
export const mediaTypeSyntax: Rule = defineRule('media-type-syntax', should('document-links-link-object'), {
  visit: {
    'media-type'(node: DocumentNode<string>, context) {
      if (parseMediaType(node.value) !== undefined) return;
      context.report(`\`type\` should be a media type, but it is ${describeValue(node.value)}.`, node);
    },
  },
});
