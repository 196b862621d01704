import type { FilterOperator, FilterTerm, SortField } from '@linkage/core';
import type { SourcePage } from '../data-source.ts';
import { compare } from './compare.ts';
import { identifiersOf, type StoredRecord } from './memory-table.ts';

const holdsOrder: Readonly<Record<FilterOperator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
};

function holds(record: StoredRecord, { field, operator, values }: FilterTerm, isRelationship: boolean): boolean {
  const actual = record[field];
  if (isRelationship) return identifiersOf(actual).some(({ id }) => values.includes(id));
  // Null is equal to null, but neither less nor greater than anything.
  if (operator !== 'eq' && (actual === null || actual === undefined)) return false;
  return values.some((value) => holdsOrder[operator](compare(actual, value)));
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
            const order = compare(left[field], right[field]) || 0;
            if (order !== 0) return descending ? -order : order;
          }
          return 0;
        });
  return {
    records: ordered.slice(page.offset, page.offset + page.limit),
    ...(total ? { total: matching.length } : {}),
  };
}
