import type { DocumentNode } from '../../grammar/node.ts';
import { isObject } from '../../internal/is-object.ts';
import { requestsRules } from '../../spec/requests-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

const report = reportValue('`data` of an update request must be a single resource object');

/**
 * The `data` of an update request must be a single resource object.
 *
 * @see https://jsonapi.org/format/1.1/#crud-updating
 */
export const updateData: Rule = defineRule(requestsRules, 'update-data', {
  roles: ['update'],
  missingMember: {
    document(node: DocumentNode, context) {
      const { data, included } = node.value;
      // If `included` is present, another rule reports that data is missing.
      if (data === undefined && included === undefined)
        context.report('`data` is required in an update request.', node);
    },
  },
  wrongShape: {
    data: report,
  },
  visit: {
    data(node, context) {
      if (!isObject(node.value)) report(node, context);
    },
  },
});
