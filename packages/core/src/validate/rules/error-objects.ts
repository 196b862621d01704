import { show } from '../../internal/show.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * errors is an array of error objects.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorObjects: Rule = defineRule(documentRules, 'error-objects', {
  misshapen: {
    errors: (node, context) => context.report(`errors is an array, not ${show(node.value)}.`, node),
    error: (node, context) => context.report(`An error is an object, not ${show(node.value)}.`, node),
  },
});
