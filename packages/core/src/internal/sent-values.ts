import { createMark } from './mark.ts';

const sent = createMark();

/**
 * Records that the values of a list are those that the client sent, such as the values of a filter. A source can then tell a value
 * that its database cannot read from a fault of the server. Returns the list.
 *
 * @param list A list that is not frozen yet.
 */
export const markSent: <List extends readonly unknown[]>(list: List) => List = sent.add;

/** Whether the client sent the values of a list. False for a copy of the list. */
export const isSent: (list: readonly unknown[]) => boolean = sent.has;

/** Returns a list that is made from another list, recorded like it. */
export function sentLike<List extends readonly unknown[]>(original: readonly unknown[], list: List): List {
  return isSent(original) ? markSent(list) : list;
}
