import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { errorsRules } from '../../spec/errors-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  context.report(`\`${node.key}\` must be a string, but it is ${describeValue(node.value)}.`, node);
}

/**
 * `id`, `code`, `title`, and `detail` of an error object must be strings.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorStrings: Rule = defineRule(errorsRules, 'error-strings', {
  wrongShape: {
    'error-id': report,
    code: report,
    'error-title': report,
    detail: report,
  },
});
