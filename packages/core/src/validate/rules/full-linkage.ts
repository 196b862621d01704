import { describeValue } from '../../internal/describe-value.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { must } from '../../spec/rule-facts.ts';
import type { RuleId } from '../../spec/rule-id.ts';
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
