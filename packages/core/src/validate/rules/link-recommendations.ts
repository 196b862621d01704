import { describeValue } from '../../internal/describe-value.ts';
import { ownMembers } from '../../internal/members.ts';
import { JSON_API_MEDIA_TYPE, parseMediaType } from '../../media-type/media-type.ts';
import { pagination } from '../../spec/grammar/error-node-kinds.ts';
import { hasShape } from '../../spec/grammar/has-shape.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { should } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Only pagination links should be null; other links that do not exist should be omitted.
 *
 * Requirements: LNK-15
 */
export const nullLink: Rule = defineRule('null-link', should('document-links'), {
  visit: {
    link(node, context) {
      if (node.value !== null || Object.hasOwn(pagination, node.key)) return;
      context.report(`The link ${describeValue(node.key)} should be omitted instead of null.`, node);
    },
  },
});

/**
 * If extensions or profiles are applied, the top-level `self` should be a link object whose `type` is the media type
 * with its parameters.
 *
 * Requirements: DOC-16
 */
export const selfLinkType: Rule = defineRule('self-link-type', should('document-top-level'), {
  visit: {
    'top-level-links'(node: DocumentNode, context) {
      const { self } = node.value;
      if (self === undefined || !hasShape(self, 'link') || self === null || context.applied.length === 0) return;
      // A link that is a string does not have a type.
      const { type: text } = ownMembers(self);
      const type = typeof text === 'string' ? parseMediaType(text) : undefined;
      // Other rules report a type that is not a media type.
      if (text !== undefined && type === undefined) return;
      const named = type?.parameters.flatMap(([, value]) => value.split(' ')) ?? [];
      if (type?.essence === JSON_API_MEDIA_TYPE && context.applied.every((uri) => named.includes(uri))) return;
      context.report(
        '`self` should be a link object whose `type` contains the applied extensions and profiles.',
        node,
        'self',
      );
    },
  },
});

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
