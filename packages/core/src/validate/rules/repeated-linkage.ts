import { isObject } from '../../internal/is-object.ts';
import { show } from '../../internal/show.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Resource linkage names a resource once.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-linkage
 */
export const repeatedLinkage: Rule = defineRule('repeated-linkage', {
  visit: {
    linkage(node, context) {
      if (!Array.isArray(node.value)) return;
      const seen = new Set<string>();
      for (const [index, identifier] of node.value.entries()) {
        if (!isObject(identifier)) continue;
        const { type, id, lid } = identifier;
        const identity = JSON.stringify([String(type), String(id), String(lid)]);
        if (seen.has(identity)) context.report(`${show(type)} ${show(id ?? lid)} stands here before.`, node, index);
        seen.add(identity);
      }
    },
  },
});
