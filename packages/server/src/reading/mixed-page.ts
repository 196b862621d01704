import type { ResourceIdentifierObject } from '@linkage/core';
import { andThen, together } from '@linkage/core/internal';
import type { Awaitable, SourceCall, SourcePage } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { mergedPage } from './merged-page.ts';
import { listOf, type MixedPart, type MixedQuery } from './mixed-rows.ts';
import type { Root } from './relationship-batches.ts';

/** Reads the records of identifiers: one call for each type. Omits what was deleted since. */
function readRecords(
  parts: readonly MixedPart[],
  { records: members, positions }: SourcePage<ResourceIdentifierObject>,
  call: SourceCall,
): Awaitable<SourcePage<Root>> {
  const reading = together(parts, ({ type, source, selection }): Awaitable<readonly Root[]> => {
    const ids = members.flatMap((member) => (member.type === type.name ? [member.id] : []));
    if (ids.length === 0 || source.find === undefined) return [];
    return andThen(source.find(ids, selection, call), (found) =>
      found.map((record) => ({ type, id: idOf(type.name, record), record })),
    );
  });
  return andThen(reading, (found) => {
    const roots = new Map(found.flat().map((root) => [`${root.type.name}/${root.id}`, root] as const));
    const shown = members.flatMap(({ type, id }, index) => {
      const root = roots.get(`${type}/${id}`);
      return root === undefined ? [] : [{ root, position: positions?.[index] }];
    });
    return { records: shown.map(({ root }) => root), positions: shown.map(({ position }) => position) };
  });
}

/** Reads a page by the one source of all types. Returns undefined if it cannot read this collection. */
function unitedPage(query: MixedQuery, call: SourceCall): Awaitable<SourcePage<Root> | undefined> {
  const { parts, filter, sort, page } = query;
  const types = parts.map(({ type }) => type.name);
  const asked = { types, parts: types.map((type) => ({ type, filter })), sort, page };
  return andThen(parts.at(0)?.source.united?.page(asked, call), (found) => {
    if (found === undefined) return undefined;
    const { hasMore = found.records.length >= page.limit, ...rest } = found;
    return andThen(readRecords(parts, found, call), (read) => ({ ...rest, hasMore, ...read }));
  });
}

/** Counts the resources of all types. Returns undefined if a source does not count. */
function countAll({ parts, filter, sort, parameters }: MixedQuery, call: SourceCall): Awaitable<number | undefined> {
  const page = { offset: 0, limit: 1 };
  const query = { filter, sort: [sort], page, selection: selectionOf(), total: true, parameters };
  const counting = together(parts, (part) => andThen(listOf(part, query, call), ({ total }) => total));
  return andThen(counting, (totals) =>
    totals.reduce<number | undefined>((sum, it) => (sum === undefined || it === undefined ? undefined : sum + it), 0),
  );
}

/**
 * Reads a page of a collection of several types: by a source that reads the order of all of them, or by merging a page of each.
 *
 * @param isUnited Whether all types have one such source.
 */
export function mixedPage(
  query: MixedQuery,
  { isUnited, total }: { readonly isUnited: boolean; readonly total: boolean },
  call: SourceCall,
): Awaitable<SourcePage<Root>> {
  const united = isUnited && query.parameters === undefined ? unitedPage(query, call) : undefined;
  return andThen(united, (read) =>
    andThen(read ?? mergedPage(query, call), (found) =>
      total ? andThen(countAll(query, call), (count) => ({ ...found, total: count })) : found,
    ),
  );
}
