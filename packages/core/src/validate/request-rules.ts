import { isObject } from '../internal/members.ts';
import { identifierHint } from '../spec/document/resource-object.ts';
import type { DocumentNode } from '../spec/grammar/node.ts';
import type { VisitContext, Visitors } from '../spec/grammar/visitors.ts';
import { reportValue } from './report-value.ts';

/** Whether a relationship must have data, because it belongs to the resource that a request creates or updates. */
export function needsLinkage(relationship: DocumentNode<unknown>, { as }: VisitContext): boolean {
  return (as === 'create' || as === 'update') && relationship.parent?.parent?.kind.name === 'primary-resource';
}

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
