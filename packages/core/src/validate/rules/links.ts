import { describeValue } from '../../internal/describe-value.ts';
import { isUriReference } from '../../internal/uri.ts';
import { isLanguageTag, isLinkRelation } from '../../spec/document/links-object.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { ignored, must } from '../../spec/rule-facts.ts';
import { knownHint, reportString, reportValue, requireText } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `links` must be an object.
 *
 * Requirements: LNK-01 DOC-13 RES-16
 */
export const linksObject: Rule = defineRule('links-object', must('document-links'), {
  wrongShape: { links: reportValue('`links` must be an object') },
});

/**
 * A link must be a string, a link object, or null; the `type` link of an error can be an array of links.
 *
 * Requirements: LNK-02 LNK-07 LNK-15 PAG-03 ERR-08
 */
export const linkValue: Rule = defineRule('link-value', must('document-links'), {
  wrongShape: { link: reportValue('A link must be a string, an object, or null') },
});

/**
 * A links object must contain only the links that are defined for it, or those of an applied extension.
 *
 * Requirements: LNK-13 PAG-02 DOC-15 DOC-19 RES-16
 */
export const linkNames: Rule = defineRule('link-names', ignored('document-links'), {
  unknownMember: {
    links(node, context) {
      const { name } = (node.parent as DocumentNode).kind;
      const owner = name.replace(/-links$/, '').replaceAll('-', ' ');
      context.report(
        `${describeValue(node.key)} is not a link of the ${owner}.${knownHint(node, context, 'links')}`,
        node,
      );
    },
  },
});

/**
 * A link object must have an `href`, which must be a string.
 *
 * Requirements: LNK-05
 */
export const linkHref: Rule = defineRule('link-href', must('document-links-link-object'), {
  wrongShape: { href: reportString },
  missingMember: {
    'link-object'(node: DocumentNode, context) {
      context.report('`href` is required in a link object.', node);
    },
  },
});

function reportLinkUrl(node: DocumentNode<unknown>, context: VisitContext): void {
  const { value } = node;
  if (typeof value !== 'string' || isUriReference(value)) return;
  context.report(`A link must be a URI reference, but it is ${describeValue(value)}.`, node);
}

/**
 * The URL of a link must be a URI reference; square brackets do not have to be encoded.
 *
 * Requirements: LNK-14 LNK-05
 */
export const linkUrl: Rule = defineRule('link-url', must('document-links'), {
  visit: {
    link: reportLinkUrl,
    href: reportLinkUrl,
  },
});

/**
 * The `rel` of a link object must be a link relation type.
 *
 * Requirements: LNK-06
 */
export const linkRelation: Rule = defineRule('link-relation', ignored('document-links-link-object'), {
  ...requireText('rel', '`rel` must be a link relation type', isLinkRelation),
});

/**
 * The `title` of a link object must be a string.
 *
 * Requirements: LNK-08
 */
export const linkTitle: Rule = defineRule('link-title', ignored('document-links-link-object'), {
  wrongShape: { title: reportString },
});

/**
 * The `type` of a link object must be a string.
 *
 * Requirements: LNK-09
 */
export const linkMediaType: Rule = defineRule('link-media-type', ignored('document-links-link-object'), {
  wrongShape: { 'media-type': reportString },
});

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
