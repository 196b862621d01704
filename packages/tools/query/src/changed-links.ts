import type { SavedAnswer } from '@linkage/client';
import { ownMembers, type WriteAction } from '@linkage/core/internal';
import { type Identity, isSame, linkageOf, resourcesOf } from './held-resources.ts';
import type { ReadKey } from './read-key.ts';

/** The known facts of a change. */
export interface Effect {
  readonly kind: WriteAction;
  /** Without an id if it is not known. */
  readonly resource: Partial<Identity> & Pick<Identity, 'type'>;
  /** Whether links of the resource have changed. */
  readonly isLinking: boolean;
  /** The resources at the other end of changed links, as far as the change names them. Undefined if it does not. */
  readonly members: readonly Identity[] | undefined;
}

/** A parameter that chooses resources or their order, in a canonical query. */
const CONDITION = /(^|&)(?!include=|fields%|page%)./;
/** Such a parameter whose conditions can be on fields of another type: a path, with a dot. */
const PATH = /(^|&)(?!include=|fields%|page%|(filter|sort)[^.&]*(&|$))./;

/** Returns whether a resource object can contain another link after a change: its own, those of the inverse relationship, or one that it has lost. */
function linksAnew({ kind, resource, members }: Effect, isIncluding: boolean): (it: object) => boolean {
  const identity = resource as Identity;
  const isOpen = (linkage: readonly object[]): boolean =>
    linkage.length === 0 || linkage.some((it) => ownMembers(it).type === resource.type);
  return (it) => {
    // An update replaces the linkage of the resource itself, but does not know the resources that it includes.
    if (isSame(it, identity)) return kind !== 'update' || isIncluding;
    const linkages = [...linkageOf(it).values()];
    if (members === undefined) return linkages.length > 0;
    const names = [identity, ...members];
    return (
      linkages.flat().some((one) => names.some((that) => isSame(one, that))) ||
      (members.some((one) => isSame(it, one)) && linkages.some(isOpen))
    );
  };
}

/** Whether a query can have another answer after a change, besides other fields of the resource. Without an effect, anything has changed. */
export function isStaleAfter(effect: Effect | undefined, key: ReadKey, answers: readonly SavedAnswer[]): boolean {
  if (effect === undefined) return true;
  const { kind, resource, isLinking } = effect;
  const [, type, operation, , , query] = key;
  // Its order is that of a field, and its types are not known.
  if (/collection$/i.test(operation)) return true;
  const isList = /list/i.test(operation);
  const isOfType = type === resource.type;
  // Conditions can choose other resources, or another order.
  if (CONDITION.test(query) && (isLinking || isOfType || !isList || PATH.test(query))) return true;
  if (kind === 'create' && isList && isOfType) return true;
  if (!isLinking) return false;
  // The inverse of a relationship is not known by name.
  if (/^rel/.test(operation)) return true;
  return answers.flatMap(resourcesOf).some(linksAnew(effect, query.includes('include=')));
}
