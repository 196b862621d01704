import type { IdentifierInput } from '@linkage/core';
import { identifiersOf, rejection } from '@linkage/core/internal';
import type { SharedLinks } from '../sources/links/shared-links.ts';
import type { PlacedLinkage } from './check-identifiers.ts';

/** Whether two relationships of a request contain the same members, of those that both can contain. */
function agree([one, other]: readonly [PlacedLinkage, PlacedLinkage], isShared: (member: IdentifierInput) => boolean) {
  const [left, right] = [one, other].map(
    // A local id refers to the resource that the request creates, of which there is one.
    ({ linkage }) =>
      new Set(
        identifiersOf(linkage)
          .filter(isShared)
          .map((it) => ('id' in it ? `${it.type} ${it.id}` : '')),
      ),
  ) as [Set<string>, Set<string>];
  return left.size === right.size && [...left].every((member) => right.has(member));
}

/**
 * Checks that the relationships of a request do not contradict each other: a link that two of them contain must be in both or in none. A
 * source would write one after the other, so the result would depend on its order.
 *
 * @param self The resource of the request. Its id is undefined until its source has chosen it.
 * @throws {JsonApiError} 422 with a pointer to the second of them.
 */
export function assertSidesAgree(
  placed: readonly PlacedLinkage[],
  shared: readonly SharedLinks[],
  self: { readonly type: string; readonly id: string | undefined },
): void {
  for (const { names, types } of shared) {
    const [one, other] = names.map((name) => placed.find(({ relationship }) => relationship === name));
    if (one === undefined || other === undefined) continue;
    const isItself = (it: IdentifierInput): boolean => it.type === self.type && (!('id' in it) || it.id === self.id);
    if (agree([one, other], types === undefined ? isItself : (it) => types.has(it.type))) continue;
    throw rejection('VALUE_REJECTED.sides', { name: names[0], other: names[1] }, { pointer: other.pointer });
  }
}
