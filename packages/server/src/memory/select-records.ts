import type { FilterTerm, SortField } from '@linkage/core';
import type { SourcePage } from '../data-source.ts';
import { identifiersOf, type StoredRecord } from './memory-table.ts';

/** What is comparable orders itself; everything else is equal. Null and undefined come first. */
function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null || left === undefined) return right === null || right === undefined ? 0 : -1;
  if (right === null || right === undefined) return 1;
  const [a, b] = [left, right].map((value) => (value instanceof Date ? value.getTime() : value)) as [never, never];
  return a < b ? -1 : a > b ? 1 : 0;
}

function holds(record: StoredRecord, { field, operator, values }: FilterTerm, isRelationship: boolean): boolean {
  const actual = record[field];
  if (isRelationship) return identifiersOf(actual).some(({ id }) => values.includes(id));
  if (operator === 'eq')
    return values.some(
      (value) => compare(actual, value) === 0 && ((actual ?? null) === null) === ((value ?? null) === null),
    );
  if (actual === null || actual === undefined) return false;
  const order = compare(actual, values[0]);
  if (operator === 'lt') return order < 0;
  if (operator === 'le') return order <= 0;
  return operator === 'gt' ? order > 0 : order >= 0;
}

/** What a collection query asks of records that are in memory. */
interface Selecting {
  readonly filter: readonly FilterTerm[];
  readonly sort: readonly SortField[];
  readonly page: { readonly offset: number; readonly limit: number };
  readonly total: boolean;
}

/** Filters, orders and cuts records. Equal ones keep their order. */
export function selectRecords(
  records: readonly StoredRecord[],
  { filter, sort, page, total }: Selecting,
  isRelationship: (field: string) => boolean,
): SourcePage<StoredRecord> {
  const matching = records.filter((record) => filter.every((term) => holds(record, term, isRelationship(term.field))));
  const ordered =
    sort.length === 0
      ? matching
      : matching.toSorted((left, right) => {
          for (const { field, descending } of sort) {
            const order = compare(left[field], right[field]);
            if (order !== 0) return descending ? -order : order;
          }
          return 0;
        });
  return {
    records: ordered.slice(page.offset, page.offset + page.limit),
    ...(total ? { total: matching.length } : {}),
  };
}
