import type { PageSlice, RelatedMember, SourcePage } from '@linkage/server';
import type { Expression, SqlBool } from 'kysely';
import type { KeyPart } from '../dialects/key-codec.ts';
import { eb, type Table } from '../mapping/table.ts';
import { nothing } from '../statements/condition.ts';
import { keyValue } from '../statements/key-columns.ts';
import { readPosition } from '../statements/key-values.ts';
import { type Shape, slotFor } from '../statements/shape.ts';
import { boundOf, END, isEnd, isKeyset } from './keyset-page.ts';

/** The position of the page of each parent's members among their ids. */
export interface MemberBounds {
  /** Builds the conditions on the column of the member's id, or on the row of its columns. */
  readonly conditions: (member: Expression<unknown>) => readonly Expression<SqlBool>[];
  /** Whether the page is at the end of the members that match the conditions. */
  readonly isBackward: boolean;
}

/** Adds the positions of a slice of the members of each parent to a shape. Members without a `sort` are in the order of ids. */
export function prepareBounds(shape: Shape, target: Table | undefined, page: PageSlice): MemberBounds {
  const [after, before] = [boundOf(page, 'after'), boundOf(page, 'before')];
  if (!isKeyset(page) || target === undefined) return { conditions: () => [], isBackward: false };
  const isBackward = before !== undefined && after === undefined;
  shape.text += `|${isBackward}`;
  const slotOf = (position: unknown, name: 'after' | 'before'): unknown => {
    shape.text += `|${name}`;
    const values = readPosition(target.dialect.keyValues, target, position, target.key.length, name);
    return keyValue(values.map((value) => slotFor(shape, value)) as readonly KeyPart[]);
  };
  const slotAfter = after === undefined || isEnd(after) ? undefined : slotOf(after, 'after');
  const slotBefore = before === undefined || isEnd(before) ? undefined : slotOf(before, 'before');
  if (isEnd(after)) shape.text += '|end';
  const conditions = (member: Expression<unknown>): Expression<SqlBool>[] => [
    ...(isEnd(after) ? [nothing] : []),
    ...(slotAfter === undefined ? [] : [eb(member, '>', slotAfter)]),
    ...(slotBefore === undefined ? [] : [eb(member, '<', slotBefore)]),
  ];
  return { conditions, isBackward };
}

function idOf(member: RelatedMember): string {
  return String(typeof member === 'object' ? member.id : member);
}

/** A page of the members of a resource, each with its position. */
export function withPositions(members: readonly RelatedMember[]): SourcePage<RelatedMember> {
  return { records: members, positions: members.map((member) => [idOf(member)]), endPosition: END };
}
