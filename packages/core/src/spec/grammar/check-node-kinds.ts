import { describeValue } from '../../internal/describe-value.ts';
import { ownMembers } from '../../internal/members.ts';
import { documentNodeKinds, type NodeKind } from './node-kinds.ts';

/** Members by the name of their node kind and by their own name. The value is the node kind of the member's value, or null. */
type MembersByNodeKind = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/**
 * Checks that a definition refers only to node kinds that exist in a document or that the definition adds.
 *
 * @throws {TypeError} If a name is not the name of a node kind.
 */
export function checkNodeKinds(members: MembersByNodeKind, nodeKinds: Readonly<Record<string, NodeKind>>): void {
  const names = [
    ...Object.keys(members),
    ...Object.values(members).flatMap((defined) => Object.values(defined)),
    ...Object.values(nodeKinds).flatMap((kind) => {
      const { members: below = {}, others, element } = ownMembers(kind) as unknown as NodeKind;
      return [...Object.values(below), others, element];
    }),
  ];
  for (const name of names) {
    if (name === null || name === undefined) continue;
    if (typeof name === 'string' && (Object.hasOwn(documentNodeKinds, name) || Object.hasOwn(nodeKinds, name)))
      continue;
    throw new TypeError(`${describeValue(name)} is not a node kind of a document.`);
  }
}
