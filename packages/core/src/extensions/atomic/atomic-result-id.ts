import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

function isInResult(node: DocumentNode<unknown>): boolean {
  for (let at = node.parent; at !== null; at = at.parent) if (at.kind.name === 'atomic:result') return true;
  return false;
}

/** The resource objects and identifiers of a result must have an id. */
export const atomicResultId: StatedRule = defineAtomicRule(
  'atomic-result-id',
  'ATM-14 RES-02 RID-02',
  'The resource objects and identifiers of a result must have an id.',
  {
    missingMember: {
      'atomic:result-resource'(node: DocumentNode, context) {
        if (node.value.id === undefined) context.report('`id` is required in the data of a result.', node);
      },
      identifier(node: DocumentNode, context) {
        const { id, lid } = node.value;
        // Without a lid, and in any response, a rule of the specification reports the missing id.
        if (id !== undefined || lid === undefined || context.as === 'response' || context.as === 'relationship') return;
        if (isInResult(node)) context.report('`id` is required in the identifiers of a result.', node);
      },
    },
  },
);
