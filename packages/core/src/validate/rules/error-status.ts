import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { show } from '../../internal/show.ts';
import { errorsRules } from '../../spec/errors-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  context.report(`status is a string of three digits such as "404", not ${show(node.value)}.`, node);
}

/**
 * The status of an error object is a string with an HTTP status code.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorStatus: Rule = defineRule(errorsRules, 'error-status', {
  misshapen: {
    status: report,
  },
  visit: {
    status(node: DocumentNode<string>, context) {
      if (!/^[1-5]\d\d$/.test(node.value)) report(node, context);
    },
  },
});
