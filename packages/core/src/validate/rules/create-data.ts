import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { isObject } from '../../internal/is-object.ts';
import { show } from '../../internal/show.ts';
import { requestsRules } from '../../spec/requests-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  context.report(`The data of a create request is one resource object, not ${show(node.value)}.`, node);
}

/**
 * The data of a create request is one resource object.
 *
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export const createData: Rule = defineRule(requestsRules, 'create-data', {
  roles: ['create'],
  incomplete: {
    document(node: DocumentNode, context) {
      const { data, included } = node.value;
      // Beside included, another rule says that data is missing.
      if (data === undefined && included === undefined) context.report('The create request has no data.', node);
    },
  },
  misshapen: {
    data: report,
  },
  visit: {
    data(node, context) {
      if (!isObject(node.value)) report(node, context);
    },
  },
});
