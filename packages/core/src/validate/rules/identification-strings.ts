import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  if (typeof node.value === 'string') return;
  context.report(`\`${node.key}\` must be a string, but it is ${describeValue(node.value)}.`, node);
}

/**
 * `type`, `id`, and `lid` must be strings.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const identificationStrings: Rule = defineRule(resourceRules, 'identification-strings', {
  wrongShape: {
    type: report,
    id: report,
    lid: report,
  },
});
