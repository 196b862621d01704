import type { PageSlice } from '@linkage/server';
import type { Key } from '../columns/key.ts';

/** One statement reads at most this number of times the members of all pages. If there are more, each parent has a statement of its own. */
const SPARE = 4;

/** Reads members of some parents: at most `take` of all of them, or a page of one. */
type ReadMembers<Member> = (
  keys: readonly Key[],
  slice: { readonly skip?: number; readonly take: number },
) => Promise<readonly Member[]>;

/**
 * Reads at least a page of the members of each parent, and a bounded number of others: by one statement if there are few members, else
 * by one more for each parent.
 */
export async function firstMembers<Member>(
  keys: readonly Key[],
  atMost: number,
  { offset, limit }: PageSlice,
  read: ReadMembers<Member>,
): Promise<readonly Member[]> {
  const take = Math.min(atMost, SPARE * (offset + limit) * keys.length);
  const members = await read(keys, { take });
  if (members.length < take) return members;
  const pages: Member[] = [];
  for (const key of keys) for (const member of await read([key], { skip: offset, take: limit })) pages.push(member);
  return pages;
}
