import { show } from '../../internal/show.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A links object holds only the links that are defined for its place, or those of an applied extension.
 *
 * @see https://jsonapi.org/format/1.1/#document-links
 */
export const linkNames: Rule = defineRule(linksRules, 'link-names', {
  undefinedMember: {
    links(node, context) {
      const place = node.parent?.place.name.replace(/-links$/, '').replaceAll('-', ' ');
      context.report(`${show(node.key)} is no link of the ${place}.`, node);
    },
  },
});
