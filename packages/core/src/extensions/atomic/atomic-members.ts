import type { DocumentNode } from '../../grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/**
 * An operation, a `ref`, a result, and the identifiers of a relationship must have only the members that are defined
 * for them.
 */
export const atomicMembers: StatedRule = defineAtomicRule(
  'atomic-members',
  'DOC-04 DOC-05 RID-05 ATM-13',
  'An operation, a `ref`, a result, and the identifiers of a relationship must have only the members that are defined for them.',
  {
    undefinedMember: {
      'atomic:operation': reportUnknown,
      'atomic:ref': reportUnknown,
      'atomic:result': reportUnknown,
    },
    visit: {
      'atomic:operation': (node, context) => reportIdentifiers(node as DocumentNode, context),
    },
  },
  'ignore',
);
