import { collectErrors } from '../../error/collect-errors.ts';
import { canonicalJson } from '../../internal/canonical-json.ts';
import { conditionParts } from '../../query/condition-parts.ts';
import type { FilterCondition } from '../../query/query.ts';
import type {
  FoundPage,
  PageNeighbours,
  PageParameters,
  PageRequest,
  RequestedPage,
  SyncPaginationStrategy,
} from '../pagination.ts';
import { MAX_MEMBERS } from '../source-page.ts';
import { type CursorText, cursorText } from './cursor-text.ts';
import { toExactJson } from './exact-json.ts';
import { cursorInvalid, rangeNotSupported, sizeExceeded, sizeInvalid, sortNotSupported } from './page-errors.ts';

/** The options of the strategy, with defaults. */
export interface CursorRules {
  readonly keys: () => readonly Uint8Array[];
  readonly ranges: boolean;
  readonly itemCursors: boolean;
  readonly supportsSort: (fields: readonly string[], types: readonly string[]) => boolean;
}

/** A cursor of a request: its text and its position. */
interface SentCursor {
  readonly text: string;
  readonly position: unknown;
}

/** The range of a page: after a cursor, before a cursor, or between two cursors. */
interface Bounds {
  readonly after: SentCursor | undefined;
  readonly before: SentCursor | undefined;
}

/** Returns a condition as JSON, in which all values are exact. */
function exactCondition(condition: FilterCondition): unknown {
  const parts = conditionParts(condition);
  if (parts.kind !== 'term') return [parts.kind, ...parts.conditions.map(exactCondition)];
  const { field, operator, values } = parts.term;
  return [field, operator, toExactJson(values)];
}

/** Returns the text that cursors are bound to: the collection, its order, and the user. */
function bindingOf({ types, url, sort, filter, user }: PageRequest): string {
  const terms = filter.map(exactCondition);
  const fields = sort.map(({ field, descending }) => [field, descending]);
  return canonicalJson([types, url, fields, terms, toExactJson(user)]);
}

/** Creates the cursor codec of a request on first use. */
function cursorsOf(request: PageRequest, rules: CursorRules): CursorText {
  let cursors: CursorText | undefined;
  const known = (): CursorText => {
    cursors ??= cursorText(rules.keys(), bindingOf(request));
    return cursors;
  };
  return { write: (position) => known().write(position), read: (text) => known().read(text) };
}

/** Reads `page[size]`. In a range, the default is the maximum. */
function readSize({ parameters, pageSize, pageSizeMaximum }: PageRequest, isRange: boolean): number {
  const text = parameters.get('size');
  if (text === undefined) return isRange ? pageSizeMaximum : pageSize;
  const size = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (size === 0) throw sizeInvalid();
  if (size > pageSizeMaximum) throw sizeExceeded(pageSizeMaximum);
  return Math.min(size, MAX_MEMBERS);
}

function readCursor(
  { parameters }: PageRequest,
  cursors: CursorText,
  name: 'after' | 'before',
): SentCursor | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  const read = cursors.read(text);
  if (read === undefined) throw cursorInvalid(name);
  return { text, position: read[0] };
}

function checkSort({ sort, types }: PageRequest, { supportsSort }: CursorRules): void {
  const fields = sort.map(({ field, descending }) => (descending ? `-${field}` : field));
  if (!supportsSort(fields, types)) throw sortNotSupported('cursor');
}

/**
 * Returns the neighboring pages. Links outside the requested range are null only if the source reports that no records
 * follow.
 */
function neighboursOf(
  { after, before }: Bounds,
  { count, hasMore, hasPrevious, hasNext, positions, endPosition }: FoundPage,
  cursors: CursorText,
): PageNeighbours {
  const cursorAt = (position: unknown): string => {
    const cursor = cursors.write(position);
    if (cursor === undefined) throw sortNotSupported('cursorTooLong');
    return cursor;
  };
  const end = endPosition === undefined ? undefined : { before: cursorAt(endPosition) };
  const behindPage = (): PageParameters => {
    if (count > 0) return { after: cursorAt(positions.at(-1)) };
    // No records precede the cursor or lie between the cursors: continue at the beginning, or after the first
    // cursor.
    return after === undefined ? {} : { after: after.text };
  };
  const beforePage = (cursor: SentCursor): PageParameters => {
    if (count > 0) return { before: cursorAt(positions[0]) };
    // No records follow the cursor or lie between the cursors: the page before ends at the second cursor, or at the end.
    return (before === undefined ? end : undefined) ?? { before: cursor.text };
  };
  const next = (): PageParameters | null => {
    if (before === undefined) return hasMore ? behindPage() : null;
    // A truncated range continues up to its second cursor.
    if (after !== undefined && hasMore) return { ...behindPage(), before: before.text };
    return hasNext === false ? null : behindPage();
  };
  const prev = (): PageParameters | null => {
    if (after === undefined) return before !== undefined && hasMore ? beforePage(before) : null;
    return hasPrevious === false ? null : beforePage(before ?? after);
  };
  return { first: {}, ...(end === undefined ? {} : { last: end }), prev: prev(), next: next() };
}

/** Creates the strategy of the profile. */
export function strategyOf(rules: CursorRules): SyncPaginationStrategy {
  return Object.freeze({
    names: Object.freeze(['size', 'after', 'before']),
    sizeName: 'size',
    linksWholeLists: true,
    read(request): RequestedPage {
      const cursors = cursorsOf(request, rules);
      const isRange = request.parameters.has('after') && request.parameters.has('before');
      const [, limit, after, before] = collectErrors(
        () => checkSort(request, rules),
        () => readSize(request, isRange),
        () => readCursor(request, cursors, 'after'),
        () => readCursor(request, cursors, 'before'),
        () => {
          if (isRange && !rules.ranges) throw rangeNotSupported();
        },
      );
      const slice = { offset: 0, limit, positions: true, after: after?.position, before: before?.position };
      return {
        slice,
        neighbours: (found) => neighboursOf({ after, before }, found, cursors),
        meta: ({ hasMore }) => (isRange && hasMore ? { rangeTruncated: true } : undefined),
        memberMeta(position) {
          const cursor = rules.itemCursors ? cursors.write(position) : undefined;
          return cursor === undefined ? undefined : { cursor };
        },
      };
    },
  } satisfies SyncPaginationStrategy);
}
