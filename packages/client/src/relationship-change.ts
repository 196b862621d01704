import { describeValue, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { linkageData, type Reference } from './linkage.ts';

const changeMembers: OptionTable = optionTable({ add: 'array', remove: 'array', replace: 'any' }, 'member');

interface AnyChange {
  readonly add?: readonly Reference[] | undefined;
  readonly remove?: readonly Reference[] | undefined;
  readonly replace?: Reference | null | readonly Reference[] | undefined;
}

/** A checked change of a relationship. */
export interface RelationshipChange {
  readonly method: 'POST' | 'DELETE' | 'PATCH';
  /** The operation of the Atomic Operations extension. */
  readonly op: 'add' | 'remove' | 'update';
  readonly data: unknown;
}

/**
 * Reads a change of a relationship.
 *
 * @throws {TypeError} If it does not contain exactly one of `add`, `remove`, and `replace`.
 */
export function relationshipChange(where: string, change: object): RelationshipChange {
  const { add, remove, replace } = readOptions<AnyChange>(where, change, changeMembers);
  const changes: readonly RelationshipChange[] = [
    ...(add === undefined ? [] : [{ method: 'POST', op: 'add', data: linkageData(add) } as const]),
    ...(remove === undefined ? [] : [{ method: 'DELETE', op: 'remove', data: linkageData(remove) } as const]),
    ...(replace === undefined ? [] : [{ method: 'PATCH', op: 'update', data: linkageData(replace) } as const]),
  ];
  const [first] = changes;
  if (first !== undefined && changes.length === 1) return first;
  throw new TypeError(
    `${where}: the change must contain exactly one of \`add\`, \`remove\`, and \`replace\`, but it is ${describeValue(change)}.`,
  );
}
