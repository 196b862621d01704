import { describeValue } from '../../internal/describe-value.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

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
