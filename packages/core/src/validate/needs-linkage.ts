import type { DocumentNode } from '../spec/grammar/node.ts';
import type { VisitContext } from '../spec/grammar/visitors.ts';

/** Whether a relationship must have data, because it belongs to the resource that a request creates or updates. */
export function needsLinkage(relationship: DocumentNode<unknown>, { as }: VisitContext): boolean {
  return (as === 'create' || as === 'update') && relationship.parent?.parent?.kind.name === 'primary-resource';
}
