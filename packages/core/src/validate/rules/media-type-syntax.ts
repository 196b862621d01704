import type { DocumentNode } from '../../grammar/node.ts';
import { show } from '../../internal/show.ts';
import { parseMediaType } from '../../media-type/media-type.ts';
import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The type of a link object reads as a media type.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const mediaTypeSyntax: Rule = defineRule(recommendationsRules, 'media-type-syntax', {
  visit: {
    'media-type'(node: DocumentNode<string>, context) {
      if (parseMediaType(node.value) === undefined) context.report(`${show(node.value)} is no media type.`, node);
    },
  },
});
