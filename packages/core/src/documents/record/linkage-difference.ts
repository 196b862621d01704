import type { ResourceIdentifierObject } from '../../spec/document/resource-object.ts';
import { identityOf } from '../../spec/grammar/identity.ts';

type Identifiers = readonly ResourceIdentifierObject[];
/** Linkage of any relationship. */
export type Linkage = ResourceIdentifierObject | null | Identifiers;
/** A change of a relationship: `LinkageChange` of `@linkage/server`. */
export type LinkageChangeInput =
  | { readonly replace: Linkage }
  | { readonly add: Identifiers }
  | { readonly remove: Identifiers };

/** Returns the identifiers in linkage as an array. */
export function identifiersOf<Identifier extends object>(
  linkage: Identifier | readonly Identifier[] | null | undefined,
): readonly Identifier[] {
  if (linkage === null || linkage === undefined) return [];
  return Array.isArray(linkage) ? linkage : [linkage as Identifier];
}

/** Returns the identifiers that are not among others. */
export function without(members: Identifiers, others: Identifiers): Identifiers {
  const identities = new Set(others.map(({ type, id }) => identityOf(type, id)));
  return members.filter(({ type, id }) => !identities.has(identityOf(type, id)));
}

/** Returns the first of several identifiers of one resource. Keeps their order. */
function unique(members: Identifiers): Identifiers {
  const first = new Map<string, ResourceIdentifierObject>();
  for (const member of members) {
    const identity = identityOf(member.type, member.id);
    if (!first.has(identity)) first.set(identity, member);
  }
  return [...first.values()];
}

/** Returns the members that a change adds and removes. The time is linear. */
export function linkageDifference(
  current: Linkage | undefined,
  change: LinkageChangeInput,
): { readonly added: Identifiers; readonly removed: Identifiers } {
  const members = identifiersOf(current);
  // `in` would also find inherited members.
  if (Object.hasOwn(change, 'remove')) {
    const gone = new Set(
      (change as { readonly remove: Identifiers }).remove.map(({ type, id }) => identityOf(type, id)),
    );
    return { added: [], removed: members.filter(({ type, id }) => gone.has(identityOf(type, id))) };
  }
  if (Object.hasOwn(change, 'add')) {
    return { added: unique(without((change as { readonly add: Identifiers }).add, members)), removed: [] };
  }
  const next = unique(identifiersOf((change as { readonly replace: Linkage }).replace));
  return { added: without(next, members), removed: without(members, next) };
}
