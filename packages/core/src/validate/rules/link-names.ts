import type { DocumentNode } from '../../grammar/node.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { knownHint } from '../known-hint.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A links object must contain only the links that are defined for it, or those of an applied extension.
 *
 * @see https://jsonapi.org/format/1.1/#document-links
 */
export const linkNames: Rule = defineRule(linksRules, 'link-names', {
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
