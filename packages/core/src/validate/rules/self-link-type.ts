import { hasShape } from '../../grammar/has-shape.ts';
import type { DocumentNode } from '../../grammar/node.ts';
import { ownMember } from '../../internal/is-object.ts';
import { JSON_API_MEDIA_TYPE, parseMediaType } from '../../media-type/media-type.ts';
import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * With extensions or profiles applied, the top-level self is a link object whose type is the media type with its
 * parameters.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export const selfLinkType: Rule = defineRule(recommendationsRules, 'self-link-type', {
  visit: {
    'top-level-links'(node: DocumentNode, context) {
      const { self } = node.value;
      if (self === undefined || !hasShape(self, 'link') || self === null || context.applied.length === 0) return;
      // What is no object has no type of its own.
      const text = ownMember(self as object, 'type');
      const type = typeof text === 'string' ? parseMediaType(text) : undefined;
      // Of a type that is no media type, other rules say so.
      if (text !== undefined && type === undefined) return;
      const named = type?.parameters.flatMap(([, value]) => value.split(' ')) ?? [];
      if (type?.essence === JSON_API_MEDIA_TYPE && context.applied.every((uri) => named.includes(uri))) return;
      context.report('self does not say with which extensions and profiles the document was made.', node, 'self');
    },
  },
});
