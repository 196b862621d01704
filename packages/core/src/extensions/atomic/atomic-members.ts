import { describeValue } from '../../internal/describe-value.ts';
import { ownMembers } from '../../internal/members.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/** The members of a resource object that a resource identifier object does not have. */
const ofResources = ['attributes', 'relationships', 'links'] as const;

function reportUnknown(node: DocumentNode<unknown>, context: VisitContext): void {
  const kind = node.parent?.kind.name.replace('atomic:', '');
  const article = kind === 'operation' ? 'an' : 'a';
  context.report(`${describeValue(node.key)} is not a member of ${article} ${kind}.`, node);
}

/**
 * Reports the members of identifiers in an operation on a relationship. The node kinds cannot distinguish them from
 * resource objects: only the ref beside them can.
 */
function reportIdentifiers(node: DocumentNode, context: VisitContext): void {
  const { ref, data } = node.value;
  if (ownMembers(ref).relationship === undefined) return;
  for (const [index, identifier] of Array.isArray(data) ? data.entries() : [[undefined, data] as const]) {
    const members = ownMembers(identifier);
    for (const member of ofResources) {
      if (members[member] === undefined) continue;
      const below = index === undefined ? ['data', member] : ['data', index, member];
      context.report(`\`${member}\` is not a member of a resource identifier object.`, node, ...below);
    }
  }
}

/**
 * An operation, a `ref`, a result, and the identifiers of a relationship must have only the members that are defined
 * for them.
 */
export const atomicMembers: StatedRule = defineAtomicRule(
  'atomic-members',
  'DOC-04 DOC-05 RID-05 ATM-13',
  'An operation, a `ref`, a result, and the identifiers of a relationship must have only the members that are defined for them.',
  {
    unknownMember: {
      'atomic:operation': reportUnknown,
      'atomic:ref': reportUnknown,
      'atomic:result': reportUnknown,
    },
    visit: {
      'atomic:operation': (node, context) => reportIdentifiers(node as DocumentNode, context),
    },
  },
  { receiver: 'ignore' },
);
