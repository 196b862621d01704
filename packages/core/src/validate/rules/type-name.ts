import { nameFault } from '../../spec/member/name-fault.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A `type` must be a valid member name.
 *
 * Requirements: RES-08 NAM-06
 */
export const typeName: Rule = defineRule('type-name', must('document-resource-object-identification'), {
  wrongShape: {
    type(node, context) {
      if (typeof node.value === 'string') {
        context.report(`\`type\` must be a valid member name, but ${nameFault(node.value)}.`, node);
      }
    },
  },
});
