import type { PageSlice, RelatedMember, SourcePage } from '@linkage/server';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { AnyDatabase, Table } from '../mapping/table.ts';
import { keyValuesOf, readPosition } from '../statements/key-values.ts';
import { boundOf, END, isEnd, isKeyset } from './keyset-page.ts';

const eb = expressionBuilder<AnyDatabase>();

/** Where the page of each parent's members lies among their ids. */
export interface MemberBounds {
  readonly conditions: readonly Expression<SqlBool>[];
  /** Whether the page is at the end of what the conditions leave. */
  readonly isBackward: boolean;
}

/** Reads the positions of a slice of the members of each parent; members without a `sort` are in the order of ids. */
export function memberBounds(target: Table | undefined, member: Expression<unknown>, page: PageSlice): MemberBounds {
  const [after, before] = [boundOf(page, 'after'), boundOf(page, 'before')];
  if (!isKeyset(page) || target === undefined) return { conditions: [], isBackward: false };
  const idIn = (position: unknown, name: 'after' | 'before'): unknown =>
    readPosition(keyValuesOf(target), target, position, 1, name)[0];
  const conditions: Expression<SqlBool>[] = [];
  if (isEnd(after)) conditions.push(eb(member, 'is', null));
  else if (after !== undefined) conditions.push(eb(member, '>', idIn(after, 'after')));
  if (before !== undefined && !isEnd(before)) conditions.push(eb(member, '<', idIn(before, 'before')));
  return { conditions, isBackward: before !== undefined && after === undefined };
}

function idOf(member: RelatedMember): string {
  return String(typeof member === 'object' ? member.id : member);
}

/** A page of the members of a resource, each with its position. */
export function withPositions(members: readonly RelatedMember[]): SourcePage<RelatedMember> {
  return { records: members, positions: members.map((member) => [idOf(member)]), endPosition: END };
}
