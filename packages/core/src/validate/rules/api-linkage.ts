import type { DocumentNode } from '../../grammar/node.ts';
import { isObject, ownMember } from '../../internal/is-object.ts';
import { show } from '../../internal/show.ts';
import { apiRules } from '../../spec/api-rules.ts';
import { apiOf, typeOf } from '../api-of.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Resource linkage has the kind and the target types that the API declares for the relationship.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-linkage
 */
export const apiLinkage: Rule = defineRule(apiRules, 'api-linkage', {
  needsApi: true,
  visit: {
    relationship(node: DocumentNode, context) {
      const { data } = node.value;
      const declared = typeOf(node.parent?.parent ?? null, context)?.relationships.get(String(node.key));
      if (declared === undefined || data === undefined || typeof data !== 'object') return;
      const { name, kind, targets } = declared;
      if (Array.isArray(data) !== (kind === 'to-many')) {
        context.report(`${name} is ${kind}, and its data ${show(data)}.`, node, 'data');
        return;
      }
      for (const [index, identifier] of Array.isArray(data) ? data.entries() : [['', data] as const]) {
        const type = isObject(identifier) ? ownMember(identifier, 'type') : undefined;
        // Of a type that the API does not have, another rule says so.
        if (typeof type !== 'string' || targets.includes(type) || !apiOf(context).types.has(type)) continue;
        const below = index === '' ? ['data', 'type'] : ['data', index, 'type'];
        context.report(`${name} leads to ${targets.join(', ')}, not to ${show(type)}.`, node, ...below);
      }
    },
  },
});
