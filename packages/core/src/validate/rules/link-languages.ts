import { isLanguageTag } from '../../document/link-object.ts';
import type { DocumentNode } from '../../grammar/node.ts';
import { show } from '../../internal/show.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The hreflang of a link object is a language tag or an array of them.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const linkLanguages: Rule = defineRule(linksRules, 'link-languages', {
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
      context.report(`hreflang is a language tag or an array of them, not ${show(wrong)}.`, node, 'hreflang');
    },
  },
});
