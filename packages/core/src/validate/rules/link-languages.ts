import type { DocumentNode } from '../../document/node.ts';
import { show } from '../../internal/show.ts';
import { defineRule, type Rule } from '../rule.ts';

/** The syntax of a language tag (RFC 5646, section 2.1), whatever its subtags mean. */
const TAG = /^(?:[A-Za-z]{2,8}|[XxIi](?=-))(?:-[A-Za-z0-9]{1,8})*$/;

function isTag(value: unknown): boolean {
  return typeof value === 'string' && TAG.test(value);
}

/**
 * The hreflang of a link object is a language tag or an array of them.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const linkLanguages: Rule = defineRule('link-languages', {
  visit: {
    'link-object'(node: DocumentNode, context) {
      const { hreflang } = node.value;
      if (hreflang === undefined || isTag(hreflang) || (Array.isArray(hreflang) && hreflang.every(isTag))) return;
      const wrong: unknown = Array.isArray(hreflang) ? hreflang.find((it) => !isTag(it)) : hreflang;
      context.report(`hreflang is a language tag or an array of them, not ${show(wrong)}.`, node, 'hreflang');
    },
  },
});
