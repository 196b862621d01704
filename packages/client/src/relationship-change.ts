import { linkageData, type OptionTable, optionTable, type RequestReference, readOptions } from '@linkage/core/internal';

const changeMembers: OptionTable = optionTable({ add: 'array', remove: 'array', replace: 'any' }, 'member');

interface AnyChange {
  readonly add?: readonly RequestReference[] | undefined;
  readonly remove?: readonly RequestReference[] | undefined;
  readonly replace?: RequestReference | null | readonly RequestReference[] | undefined;
}

/** A checked change of a relationship. */
export interface RelationshipChange {
  readonly kind: keyof AnyChange;
  readonly data: unknown;
}

/**
 * Reads a change of a relationship.
 *
 * @throws {TypeError} If it does not contain exactly one of `add`, `remove`, and `replace`.
 */
export function relationshipChange(where: string, change: object): RelationshipChange {
  const given = readOptions<AnyChange>(where, change, changeMembers);
  const [first, more] = Object.entries(given).filter(([, value]) => value !== undefined);
  if (first && !more) return { kind: first[0] as keyof AnyChange, data: linkageData(first[1], 'client') };
  throw new TypeError(`${where} must contain exactly one of \`add\`, \`remove\`, and \`replace\`.`);
}
