import { describeValue } from '../../internal/describe-value.ts';
import { unambiguousIdentity } from '../../spec/grammar/identity.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/** The lid of each identity, and the id of each local identity. */
interface Pairs {
  readonly lids: Map<string, string>;
  readonly ids: Map<string, string>;
}

function createPairs(): Pairs {
  return { lids: new Map(), ids: new Map() };
}

/**
 * A resource must have the same `lid` wherever the document represents it.
 *
 * Requirements: RES-05
 */
export const localId: Rule = defineRule('local-id', must('document-resource-object-identification'), {
  visit: {
    lid(node: DocumentNode<string>, context) {
      const { type, id } = (node.parent as DocumentNode).value;
      if (typeof type !== 'string' || typeof id !== 'string') return;
      const { lids, ids } = context.memory(createPairs);
      const byId = unambiguousIdentity(type, id);
      const byLid = unambiguousIdentity(type, node.value);
      const lid = lids.get(byId) ?? node.value;
      const first = ids.get(byLid) ?? id;
      // Do not keep a pair that contradicts an earlier pair: it would produce an issue for the next correct pair.
      if (lid !== node.value) {
        context.report(
          `${describeValue(type)} ${describeValue(id)} must have the \`lid\` ${describeValue(lid)} everywhere, but it has ${describeValue(node.value)}.`,
          node,
        );
      } else if (first !== id) {
        context.report(
          `The \`lid\` ${describeValue(node.value)} must identify only ${describeValue(type)} ${describeValue(first)}.`,
          node,
        );
      } else {
        lids.set(byId, node.value);
        ids.set(byLid, id);
      }
    },
  },
});
