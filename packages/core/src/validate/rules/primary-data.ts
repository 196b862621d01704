import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { show } from '../../internal/show.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  // Rules of their own say what the data of these requests must be.
  if (typeof node.key === 'string' && (context.as === 'create' || context.as === 'update')) return;
  const what = typeof node.key === 'number' ? 'An element of the primary data' : 'Primary data';
  const wanted = typeof node.key === 'number' ? 'an object' : 'null, an object or an array';
  context.report(`${what} is ${wanted}, not ${show(node.value)}.`, node);
}

/**
 * Primary data is null, a resource object, a resource identifier object, or an array of either.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export const primaryData: Rule = defineRule(documentRules, 'primary-data', {
  misshapen: {
    data: report,
    'primary-resource': report,
  },
});
