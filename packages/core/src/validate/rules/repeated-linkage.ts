import { describeValue } from '../../internal/describe-value.ts';
import { ownMembers } from '../../internal/own-members.ts';
import { unambiguousIdentity } from '../../spec/grammar/identity.ts';
import { should } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Resource linkage should not contain a resource twice.
 *
 * Requirements: REL-13
 */
export const repeatedLinkage: Rule = defineRule('repeated-linkage', should('document-resource-object-linkage'), {
  visit: {
    linkage(node, context) {
      if (!Array.isArray(node.value)) return;
      const ids = new Set<string>();
      const localIds = new Set<string>();
      for (const [index, identifier] of node.value.entries()) {
        const { type, id, lid } = ownMembers(identifier);
        const hasId = typeof id === 'string';
        const name = hasId ? id : lid;
        // Another rule reports a value that is not a string.
        if (typeof type !== 'string' || typeof name !== 'string') continue;
        const seen = hasId ? ids : localIds;
        const identity = unambiguousIdentity(type, name);
        if (seen.has(identity)) {
          const message = `Resource linkage should not contain ${describeValue(type)} ${describeValue(name)} twice.`;
          context.report(message, node, index);
        }
        seen.add(identity);
      }
    },
  },
});
