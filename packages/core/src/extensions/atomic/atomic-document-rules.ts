import { describeValue } from '../../internal/describe-value.ts';
import { ownMembers } from '../../internal/members.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import type { DeclaredRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/**
 * A document of the extension must not contain `data` or `included`, whether or not it has operations or results. `errors`
 * must not stand beside operations or results.
 */
export const atomicDocument: DeclaredRule = defineAtomicRule(
  'atomic-document',
  'ATM-02 ATM-05',
  'A document of the extension must not contain `data` or `included`, nor `errors` beside operations or results.',
  {
    visit: {
      document(node: DocumentNode, context) {
        const { value } = node;
        if (value.data !== undefined) {
          context.report('A document of the extension must not contain `data`.', node, 'data');
          // A rule of the specification reports included without data.
          if (value.included !== undefined)
            context.report('A document of the extension must not contain `included`.', node, 'included');
        }
        if (value.errors === undefined) return;
        if (value['atomic:operations'] === undefined && value['atomic:results'] === undefined) return;
        context.report('A document with operations or results must not contain `errors`.', node, 'errors');
      },
    },
  },
);

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
export const atomicMembers: DeclaredRule = defineAtomicRule(
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

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  const expected =
    typeof node.key === 'number' ? 'An element must be an object' : `\`${node.key}\` must be an array of objects`;
  context.report(`${expected}, but it is ${describeValue(node.value)}.`, node);
}

function reportEmpty(node: DocumentNode<unknown>, context: VisitContext): void {
  if ((node.value as readonly unknown[]).length === 0) report(node, context);
}

/** `atomic:operations` and `atomic:results` must be arrays of one or more objects. */
export const atomicLists: DeclaredRule = defineAtomicRule(
  'atomic-lists',
  'ATM-04 ATM-15',
  '`atomic:operations` and `atomic:results` must be arrays of one or more objects.',
  {
    wrongShape: {
      'atomic:operations': report,
      'atomic:results': report,
      'atomic:operation': report,
      'atomic:result': report,
    },
    visit: {
      'atomic:operations': reportEmpty,
      'atomic:results': reportEmpty,
    },
  },
);

/** A document must not contain both operations and results. */
export const atomicOperationsOrResults: DeclaredRule = defineAtomicRule(
  'atomic-operations-or-results',
  'ATM-03',
  'A document must not contain both operations and results.',
  {
    visit: {
      document(node: DocumentNode, context) {
        const { value } = node;
        if (value['atomic:operations'] === undefined || value['atomic:results'] === undefined) return;
        context.report('A document must not contain both `atomic:operations` and `atomic:results`.', node);
      },
    },
  },
);

function isInResult(node: DocumentNode<unknown>): boolean {
  for (let at = node.parent; at !== null; at = at.parent) if (at.kind.name === 'atomic:result') return true;
  return false;
}

/** The resource objects and identifiers of a result must have an id. */
export const atomicResultId: DeclaredRule = defineAtomicRule(
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
