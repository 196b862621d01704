import { describeValue } from '../../internal/describe-value.ts';
import { unambiguousIdentity } from '../../spec/grammar/identity.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { must } from '../../spec/rule-facts.ts';
import type { RuleId } from '../../spec/rule-statements.ts';
import { defineRule, type Rule } from '../rule.ts';

/** Rules whose issues can be the reason why a resource is not linked: after they are fixed, it can be linked. */
const aboutLinkage: readonly RuleId[] = [
  'included-without-data',
  'primary-data',
  'included-resources',
  'identification-strings',
  'type-name',
  'relationships-object',
  'relationship-object',
  'relationship-links',
  'relationship-data',
  'linkage',
  'identifier-type',
  'identifier-id',
  'api-types',
  'api-linkage',
];

function isRequest(as: VisitContext['as']): boolean {
  return as === 'create' || as === 'update' || as === 'update-relationship';
}

/**
 * Every included resource must be linked from the primary data, directly or through other included resources, unless
 * sparse fieldsets exclude the relationship.
 *
 * Requirements: CMP-03 CMP-04 NAM-10
 */
export const fullLinkage: Rule = defineRule('full-linkage', must('document-compound-documents'), {
  // Included resources of a request are ignored, so they do not have to be linked.
  finish(_, context) {
    if (context.sparseFieldsets || isRequest(context.as) || context.hasReported(...aboutLinkage)) return;
    for (const node of context.resources.findUnlinked()) {
      const { type, id, lid } = node.value;
      context.report(
        `Every included resource must be linked from the primary data, but ${describeValue(type)} ${describeValue(id ?? lid)} is not.`,
        node,
      );
    }
  },
});

/**
 * Two resource objects of a document, in `data` and `included` together, must not have the same `type` and `id`, or the
 * same `type` and `lid` if there is no `id`.
 *
 * Requirements: CMP-05 CMP-06 CMP-07 DOC-08
 */
export const uniqueResources: Rule = defineRule('unique-resources', must('document-compound-documents'), {
  finish(_, context) {
    for (const node of context.resources.repeated) {
      const { type, id, lid } = node.value;
      context.report(`${describeValue(type)} ${describeValue(id ?? lid)} must occur only once in the document.`, node);
    }
  },
});

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
