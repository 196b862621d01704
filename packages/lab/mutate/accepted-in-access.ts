import type { AcceptedSurvivor } from './accepted-survivors.ts';

const UNREAD_TOTAL = 'A total that the request did not ask for is not read.';

/** Those of the code that enforces access rules. */
export const acceptedInAccess: readonly AcceptedSurvivor[] = [
  {
    file: 'packages/server/src/access/create-request-access.ts',
    original: 'const sorted = new Map([...readable].sort(([left], [right]) => (left < right ? -1 : 1)));',
    mutated: 'const sorted = new Map([...readable].sort(([left], [right]) => (left <= right ? -1 : 1)));',
    reason: 'The keys of a map are distinct, so the two comparisons are equal.',
  },
  {
    file: 'packages/server/src/access/decided-by-source.ts',
    original: 'if (stated === undefined || implementation === undefined) return false;',
    mutated: 'if (stated === undefined) return false;',
    reason: 'For types only: the methods of a statement do not contain undefined.',
  },
  {
    file: 'packages/server/src/access/guard-reads.ts',
    original: 'return { records: [], hasMore: false, total: query.total ? 0 : undefined, positions: [] };',
    mutated: 'return { records: [], hasMore: false, total: true ? 0 : undefined, positions: [] };',
    reason: UNREAD_TOTAL,
  },
  {
    file: 'packages/server/src/access/guard-related.ts',
    original: "const totalOf = (count: number): object => (fieldOf(query, 'total') === true ? { total: count } : {});",
    mutated: 'const totalOf = (count: number): object => (true ? { total: count } : {});',
    reason: UNREAD_TOTAL,
  },
  {
    file: 'packages/server/src/access/guard-related.ts',
    original: 'return terms.length === 0 ? undefined : terms;',
    mutated: 'return terms.length === -1 ? undefined : terms;',
    reason:
      'Without conditions, all members are visible, or the type is hidden, which is checked before: both ways return the same.',
  },
  {
    file: 'packages/server/src/access/guard-related.ts',
    original: "if (scope === 'none') return;",
    mutated: 'if (false) return;',
    reason:
      'The source of a hidden type returns no records, and its members are not identifiers either: not to call it is only faster.',
  },
  {
    file: 'packages/server/src/access/guard-related.ts',
    original: 'const positions = page.positions?.filter((_, index) => !isAligned || members[index] !== undefined);',
    mutated: 'const positions = page.positions?.filter((_, index) => members[index] !== undefined);',
    reason: 'Positions that do not belong to the members, one to each, are rejected in both ways.',
  },
  {
    file: 'packages/server/src/access/hidden-needs.ts',
    original: 'if (hidden.length === 0) return selection;',
    mutated: 'if (false) return selection;',
    reason: 'The new selection has the same fields: not to create it is only faster.',
  },
  {
    file: 'packages/server/src/access/matching-records.ts',
    original: '? (loaded.get(id) ?? [])',
    mutated: '? (loaded.get(id))',
    reason: 'For types only: every id without a value is in the map.',
  },
  {
    file: 'packages/server/src/access/narrow-api.ts',
    original: 'if (views.size >= MAX_VIEWS) views.clear();',
    mutated: 'if (views.size > MAX_VIEWS) views.clear();',
    reason: 'The limit only bounds the memory: one view more is not seen.',
  },
  {
    file: 'packages/server/src/access/narrow-related.ts',
    original: 'if (isApplied) return query;',
    mutated: 'if (false) return query;',
    reason: 'Without conditions to add, the new query has the same members: not to create it is only faster.',
  },
  {
    file: 'packages/server/src/access/narrow-related.ts',
    original: '...(page === undefined ? {} : { pagePerParent: page }),',
    mutated: '...(false ? {} : { pagePerParent: page }),',
    reason: 'A member that is undefined reads like no member.',
  },
  {
    file: 'packages/server/src/access/read-condition.ts',
    original: "const condition = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};",
    mutated: "const condition = typeof given === 'object' && given !== null ? given : {};",
    reason: 'An array does not have the members of a condition, so it is rejected like an empty object.',
  },
  {
    file: 'packages/server/src/access/restrict-linkage.ts',
    original: 'return { type: type.name, id, ...(meta === undefined ? {} : { meta }) };',
    mutated: 'return { type: type.name, id, ...(false ? {} : { meta }) };',
    reason: 'A member that is undefined reads like no member.',
  },
  {
    file: 'packages/server/src/access/restrict-linkage.ts',
    original: "if (first === undefined || (await access.scopeOf(first.type.name)) !== 'all') return new Map();",
    mutated: 'if (first === undefined) return new Map();',
    reason: 'A second check: restrictInclude removes such types from every selection.',
  },
];
