import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { show } from '../../internal/show.ts';
import { errorsRules } from '../../spec/errors-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/** The name of a header field (RFC 9110, section 5.1). */
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  context.report(`${show(node.value)} is no name of a header.`, node);
}

/**
 * The header of an error source is a string with the name of one header.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorHeader: Rule = defineRule(errorsRules, 'error-header', {
  misshapen: {
    header: report,
  },
  visit: {
    header(node: DocumentNode<string>, context) {
      if (!FIELD_NAME.test(node.value)) report(node, context);
    },
  },
});
