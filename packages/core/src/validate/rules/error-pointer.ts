import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { errorsRules } from '../../spec/errors-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  context.report(
    `\`pointer\` must be a JSON Pointer such as "/data/attributes/title", but it is ${describeValue(node.value)}.`,
    node,
  );
}

/**
 * The `pointer` of an error source must be a JSON Pointer.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorPointer: Rule = defineRule(errorsRules, 'error-pointer', {
  wrongShape: {
    pointer: report,
  },
  visit: {
    pointer(node: DocumentNode<string>, context) {
      const { value } = node;
      if (value !== '' && (!value.startsWith('/') || /~(?![01])/.test(value))) report(node, context);
    },
  },
});
