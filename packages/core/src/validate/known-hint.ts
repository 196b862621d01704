import { listNames } from '../internal/name-list.ts';
import type { DocumentNode } from '../spec/grammar/node.ts';
import type { VisitContext } from '../spec/grammar/visitors.ts';

/** Returns a sentence about an undefined member: the defined member with a similar name, or all defined members. */
export function knownHint(node: DocumentNode<unknown>, context: VisitContext, what: 'links' | 'members'): string {
  const known = [...(node.parent as DocumentNode).kind.members.keys()];
  return context.suggest(String(node.key), known) || ` Known ${what}: ${listNames(known)}.`;
}
