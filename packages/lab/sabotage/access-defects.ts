import type { Defect } from './defect.ts';

/** Access rules that hold on most paths to a resource, and not on all. */
export const accessDefects: readonly Defect[] = [
  {
    id: 'find-returns-resources-rule-hides',
    name: 'find returns resources that the rule hides',
    change: 'always',
    test: 'server/src/rules/access-reads.test.ts',
  },
  {
    id: 'collection-gets-no-conditions-rule',
    name: 'a collection gets no conditions of the rule',
    change: [', ...termsOf(scope)', ''],
    test: 'server/src/rules/access-reads.test.ts',
  },
  {
    id: 'estimate-by-hidden-rows',
    name: 'an estimate comes from statistics about hidden rows',
    change: ['...restricted, estimatedTotal: undefined, total: true', '...restricted'],
    test: 'server/src/rules/access-pages.test.ts',
  },
  {
    id: 'stream-does-not-check-batches',
    name: 'a stream does not check its batches',
    change: [/await restricted\.show\((.*)\);/, '$1;'],
    test: 'server/src/answer/stream-collection.test.ts',
  },
  {
    id: 'included-resource-restricted-type',
    name: 'an included resource of a restricted type is loaded by the source of its parent',
    change: 'never',
    test: 'server/src/rules/callers.test.ts',
  },
  {
    id: 'related-urls-show-hidden-members',
    name: 'related URLs show hidden members',
    change: 'always',
    test: 'server/src/rules/access-rules.test.ts',
  },
  {
    id: 'page-members-counts-hidden-ones',
    name: 'a page of members counts hidden ones',
    change: [': [...filter, ...termsOf(scope)]', ''],
    test: 'server/src/rules/access-reads.test.ts',
  },
  {
    id: 'sort-key-reads-through-hidden',
    name: 'a sort key reads through a hidden relationship',
    change: 'never',
    test: 'server/src/rules/access-queries.test.ts',
  },
  {
    id: 'sort-key-orders-values-hidden',
    name: 'a sort key orders by values of hidden resources',
    change: 'always',
    test: 'server/src/rules/access-queries.test.ts',
  },
  {
    id: 'filter-restricted-path-finds',
    name: 'a filter on a restricted path finds hidden resources',
    change: 'always',
    test: 'server/src/rules/access-queries.test.ts',
  },
  {
    id: 'filter-inside-group-not-restricted',
    name: 'a filter inside a group is not restricted',
    change: [/await .*\)\);/, 'part);'],
    test: 'server/src/rules/access-queries.test.ts',
  },
  {
    id: 'empty-list-conditions-allows',
    name: 'an empty list of conditions allows everything',
    change: [' || answer.length === 0', ''],
    test: 'server/src/rules/scope.test.ts',
  },
  {
    id: 'condition-never-matches-dropped',
    name: 'a condition that never matches is dropped',
    change: [/conditions\.some.*;/, 'Object.freeze(conditions.filter((it) => !neverMatches(it)));'],
    test: 'server/src/rules/scope.test.ts',
  },
  {
    id: 'type-without-rule-readable-when',
    name: 'a type without a rule is readable when the default is deny',
    change: [/return .*;/, "return 'all';"],
    test: 'server/src/rules/scope.test.ts',
  },
  {
    id: 'rule-returns-truthy-value-allows',
    name: 'a rule that returns a truthy value allows',
    change: ["!== 'boolean'", "=== 'undefined'"],
    test: 'server/src/rules/access-rules.test.ts',
  },
  {
    id: 'update-does-not-ask-rule',
    name: 'update does not ask its rule',
    change: 'remove',
    test: 'server/src/rules/access-rules.test.ts',
  },
  {
    id: 'update-moves-resource-out-sight',
    name: 'update moves a resource out of the sight of its caller',
    change: 'remove',
    test: 'server/src/rules/access-writes.test.ts',
  },
  {
    id: 'relationship-patch-does-not-ask',
    name: 'a relationship in a PATCH does not ask the rule of the relationship',
    change: 'remove',
    test: 'server/src/rules/access-writes.test.ts',
  },
  {
    id: 'rules-writes-decide-record-not',
    name: 'rules of writes decide on a record that is not locked',
    change: [/= .*;/, '= call;'],
    test: 'kysely/src/rules-under-writes.test.ts',
  },
  {
    id: 'member-request-names-not-locked',
    name: 'a member that a request names is not locked before the difference is determined',
    change: 'remove',
    test: 'kysely/src/parallel-writers.property.test.ts',
  },
  {
    id: 'delete-hidden-resource-works',
    name: 'delete of a hidden resource works',
    change: 'never',
    test: 'server/src/rules/access-reads.test.ts',
  },
  {
    id: 'scope-kept-next-request',
    name: 'a scope is kept for the next request',
    change: [
      /return (.*);/,
      ';const all = ((globalThis as any).kept ??= new WeakMap()); if (!all.has(control)) all.set(control, new Map()); const kept = all.get(control); if (!kept.has(name)) kept.set(name, $1); return kept.get(name);',
    ],
    test: 'server/src/rules/callers.test.ts',
  },
  {
    id: 'link-resource-missing-or-hidden',
    name: 'a link to a resource that is missing or hidden is accepted',
    change: 'always',
    test: 'server/src/writing/check-identifiers.test.ts',
  },
];
