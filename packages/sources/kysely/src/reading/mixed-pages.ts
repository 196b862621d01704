import type { PageSlice } from '@linkage/server';
import type { MixedPart, MixedStorage } from '../mapping/table.ts';
import { positionError } from '../statements/key-values.ts';
import { boundOf, END, isEnd, isKeyset } from './keyset-page.ts';

/** The part of a page that contains members of one type. */
export interface PartPage {
  readonly part: MixedPart;
  readonly page: PageSlice;
}

/** The parts of a page, in the order of reading. */
export interface MixedPages {
  readonly pages: readonly PartPage[];
  /** Whether the page is before a position: it is read from its end. */
  readonly isBackward: boolean;
}

/** A position among the members of all types: the type of a member, and its position among the members of this type. */
interface Bound {
  readonly index: number;
  readonly position: readonly unknown[];
}

function readBound({ parts }: MixedStorage, page: PageSlice, name: 'after' | 'before'): Bound | 'end' | undefined {
  const given = boundOf(page, name);
  if (given === undefined) return undefined;
  if (isEnd(given)) return 'end';
  const [type, ...position] = Array.isArray(given) ? (given as readonly unknown[]) : [];
  const index = parts.findIndex((part) => part.name === type);
  if (index === -1 || position.length === 0) throw positionError(name);
  return { index, position };
}

/**
 * Divides a page of members of several types: members are in the order of their types in the declaration, then of their ids.
 *
 * @throws {JsonApiError} 400 if the page begins or ends at an invalid position.
 */
export function mixedPages(storage: MixedStorage, page: PageSlice): MixedPages {
  const { parts } = storage;
  if (!isKeyset(page)) return { pages: parts.map((part) => ({ part, page })), isBackward: false };
  const [after, before] = [readBound(storage, page, 'after'), readBound(storage, page, 'before')];
  if (after === 'end') return { pages: [], isBackward: false };
  const isBackward = after === undefined && before !== undefined;
  const pages = parts.flatMap((part, index): PartPage[] => {
    if (after !== undefined && index < after.index) return [];
    const isLast = typeof before === 'object' && index === before.index;
    if (typeof before === 'object' && index > before.index) return [];
    const bounds = {
      after: index === after?.index ? after.position : undefined,
      before: isLast ? before.position : isBackward ? END : undefined,
    };
    return [{ part, page: { offset: 0, limit: page.limit, positions: true, ...bounds } }];
  });
  return { pages: isBackward ? pages.reverse() : pages, isBackward };
}
