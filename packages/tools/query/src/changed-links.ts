import type { SavedAnswer } from '@linkage/client';
import { ownMembers, type WriteAction } from '@linkage/core/internal';
import { type Identity, isSame, linkageOf, resourcesOf } from './held-resources.ts';
import type { ReadKey } from './read-key.ts';

/** What is known of a change. */
export interface Effect {
  readonly kind: WriteAction;
  /** Without an id if it is not known. */
  readonly resource: Partial<Identity> & Pick<Identity, 'type'>;
  /** Whether links of the resource have changed. */
  readonly isLinking: boolean;
  /** The resources at the other end of changed links, as far as the change names them. Undefined if it does not. */
  readonly members: readonly Identity[] | undefined;
}

/** The parameters that choose neither resources nor their order. */
const PLAIN = /^(include|fields\[.*|page\[.*)$/;

/** Whether the parameters of a read can choose other resources after a change, or another order. */
function choosesAnew({ resource, isLinking }: Effect, [, type, operation, , , query]: ReadKey): boolean {
  const conditions = [...new URLSearchParams(query)].filter(([name]) => !PLAIN.test(name));
  if (conditions.length === 0) return false;
  // A condition on fields of another type is a path, with a dot.
  const isPath = ([name, value]: readonly string[]): boolean => !/^(filter|sort)[^.]*$/.test(`${name}=${value}`);
  return isLinking || type === resource.type || !/list/i.test(operation) || conditions.some(isPath);
}

/** Returns whether a resource object can contain another link after a change: its own, those of the other side, or one that it has lost. */
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

/** Whether a query can have another answer after a change, besides other fields of the resource. */
export function isStaleAfter(effect: Effect, key: ReadKey, answers: readonly SavedAnswer[]): boolean {
  const [, type, operation, , , query] = key;
  const isList = operation === 'list' || operation === 'infiniteList';
  // A deletion can delete other resources, and links between others.
  if (effect.kind === 'delete' || choosesAnew(effect, key)) return true;
  if (effect.kind === 'create' && isList && type === effect.resource.type) return true;
  if (!effect.isLinking) return false;
  // The other side of a relationship is not known by name.
  if (operation === 'related' || operation === 'relationship') return true;
  return answers.flatMap(resourcesOf).some(linksAnew(effect, query.includes('include=')));
}
