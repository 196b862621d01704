import type { DocumentNode } from '../../document/node.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * An error object has a status.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorStatusGiven: Rule = defineRule('error-status-given', {
  incomplete: {
    error(node: DocumentNode, context) {
      if (node.value.status === undefined) context.report('The error object has no status.', node);
    },
  },
});
