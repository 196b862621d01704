import type { RelatedMember, SourcePage } from '@linkage/server';
import { END } from './keyset-page.ts';

function idOf(member: RelatedMember): string {
  return String(typeof member === 'object' ? member.id : member);
}

/** The first page of the members of a resource, each with its position: members without a `sort` are in the order of ids. */
export function withPositions(members: readonly RelatedMember[]): SourcePage<RelatedMember> {
  return { records: members, positions: members.map((member) => [idOf(member)]), endPosition: END };
}
