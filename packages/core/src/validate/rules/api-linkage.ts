import { describeValue } from '../../internal/describe-value.ts';
import { listTypes } from '../../internal/name-list.ts';
import { ownMembers } from '../../internal/own-members.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { apiOf, typeOf } from '../api-of.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Resource linkage must have the kind and the target types that the API declares for the relationship.
 *
 * Requirements: REL-05
 */
export const apiLinkage: Rule = defineRule('api-linkage', must('document-resource-object-linkage'), {
  needsApi: true,
  visit: {
    relationship(node: DocumentNode, context) {
      const { data } = node.value;
      const declared = typeOf(node.parent?.parent ?? null, context)?.relationships.get(String(node.key));
      if (declared === undefined || data === undefined || typeof data !== 'object') return;
      const { name, kind, targets } = declared;
      if (Array.isArray(data) !== (kind === 'to-many')) {
        context.report(
          `The ${kind} relationship \`${name}\` must have ${kind === 'to-one' ? 'an object or null' : 'an array'} as \`data\`, but it is ${describeValue(data)}.`,
          node,
          'data',
        );
        return;
      }
      for (const [index, identifier] of Array.isArray(data) ? data.entries() : [['', data] as const]) {
        const { type } = ownMembers(identifier);
        // Another rule reports a type that the API does not have.
        if (typeof type !== 'string' || targets.includes(type) || !apiOf(context).types.has(type)) continue;
        const below = index === '' ? ['data', 'type'] : ['data', index, 'type'];
        context.report(
          `The relationship \`${name}\` accepts only ${targets.length === 1 ? 'type' : 'the types'} ${listTypes(targets)}, but the resource identifier has type ${describeValue(type)}.`,
          node,
          ...below,
        );
      }
    },
  },
});
