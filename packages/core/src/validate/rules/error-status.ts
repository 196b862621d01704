import type { DocumentNode } from '../../grammar/node.ts';
import { errorsRules } from '../../spec/errors-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

const report = reportValue('`status` must be a string of three digits such as "404"');

/**
 * The `status` of an error object must be a string with an HTTP status code.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorStatus: Rule = defineRule(errorsRules, 'error-status', {
  wrongShape: {
    status: report,
  },
  visit: {
    status(node: DocumentNode<string>, context) {
      if (!/^[1-5]\d\d$/.test(node.value)) report(node, context);
    },
  },
});
