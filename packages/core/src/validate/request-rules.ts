import { isObject } from '../internal/is-object.ts';
import { identifierHint } from '../spec/document/identifier-hint.ts';
import type { DocumentNode } from '../spec/grammar/node.ts';
import type { Visitors } from '../spec/grammar/visitors.ts';
import { needsLinkage } from './needs-linkage.ts';
import { reportValue } from './report-value.ts';

/** Creates the visitors of the rule that the `data` of a request must be a single resource object. */
/* @__NO_SIDE_EFFECTS__ */
export function requireResource(request: string): Visitors {
  const report = reportValue(`\`data\` of ${request} must be a single resource object`);
  return {
    missingMember: {
      document(node: DocumentNode, context) {
        const { data, included } = node.value;
        // If `included` is present, another rule reports that data is missing.
        if (data === undefined && included === undefined) context.report(`\`data\` is required in ${request}.`, node);
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
  };
}

/** Creates the visitors of the rule that the relationships of a request must have `data`. */
/* @__NO_SIDE_EFFECTS__ */
export function requireLinkage(request: string): Visitors {
  return {
    missingMember: {
      relationship(node: DocumentNode, context) {
        if (node.value.data !== undefined || !needsLinkage(node, context)) return;
        context.report(`\`data\` is required in the relationships of ${request}.${identifierHint(node.value)}`, node);
      },
    },
  };
}
