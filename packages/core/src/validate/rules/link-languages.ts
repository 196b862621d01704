import { describeValue } from '../../internal/describe-value.ts';
import { isLanguageTag } from '../../spec/document/link-object.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { ignored } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `hreflang` of a link object must be a language tag or an array of language tags.
 *
 * Requirements: LNK-10
 */
export const linkLanguages: Rule = defineRule('link-languages', ignored('document-links-link-object'), {
  visit: {
    'link-object'(node: DocumentNode, context) {
      const { hreflang } = node.value;
      if (
        hreflang === undefined ||
        isLanguageTag(hreflang) ||
        (Array.isArray(hreflang) && hreflang.every(isLanguageTag))
      )
        return;
      const wrong: unknown = Array.isArray(hreflang) ? hreflang.find((it) => !isLanguageTag(it)) : hreflang;
      context.report(
        `\`hreflang\` must be a language tag or an array of them, but it ${Array.isArray(hreflang) ? 'contains' : 'is'} ${describeValue(wrong)}.`,
        node,
        'hreflang',
      );
    },
  },
});
