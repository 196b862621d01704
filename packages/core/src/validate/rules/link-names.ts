import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { ignored } from '../../spec/rule-facts.ts';
import { knownHint } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

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
