import { pagination } from '../../spec/grammar/error-node-kinds.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { ignored } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  const { data } = (node.parent as DocumentNode).value;
  // Another rule reports data that is neither null nor an object.
  if (typeof data !== 'object' || Array.isArray(data)) return;
  const links = (node as DocumentNode).value;
  const name = Object.keys(pagination).find((it) => links[it] !== undefined && links[it] !== null);
  if (name !== undefined) context.report(`The pagination link \`${name}\` must occur only with a collection.`, node);
}

/**
 * Pagination links must occur only with a collection.
 *
 * Requirements: PAG-05 PAG-06 REL-07 PAG-02
 */
export const paginationLinks: Rule = defineRule('pagination-links', ignored('fetching-pagination'), {
  visit: {
    'top-level-links': report,
    'relationship-links': report,
  },
});
