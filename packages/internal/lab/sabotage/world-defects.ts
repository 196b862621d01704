import type { Defect } from './defect.ts';

const test = 'lab/exposure/worlds.test.ts';

/** Defects that show hidden data to a user in ways that only the comparison of two worlds finds without knowing them. */
export const worldDefects: readonly Defect[] = [
  {
    id: 'undecided-field-of-none-dropped',
    line: ['server/src/rules/read-fields.ts', "if (accessFilter !== 'all')"],
    name: 'an attribute of no resource disappears, but not what is computed from it',
    change: ['if (', "if (accessFilter === 'none') names.delete(name); else if ("],
    test,
  },
  {
    id: 'worlds-repeat-computed-field',
    line: ['server/src/rules/read-fields.ts', 'stored.get(name) ?? []);'],
    name: 'a repeated response shows a computed attribute, and two worlds differ',
    change: ['fieldsBehind(attribute).flatMap', '[attribute.name].flatMap'],
    test,
  },
  {
    id: 'decision-outlives-write',
    line: ['server/src/sources/gateway/known-rows.ts', 'if (!compareStored(known,'],
    name: 'within a list of operations, a decision is kept although a write of another type changes what it compares',
    change: 'never',
    test,
  },
  {
    id: 'worlds-count-hidden-links',
    line: ['server/src/rules/restrict-records.ts', 'owners.set(relationship,'],
    name: 'a relationship whose members are hidden runs another number of statements, and two worlds differ',
    change: ['owners.set(', 'new Map().set('],
    test,
  },
  {
    id: 'hidden-member-asks-by-difference',
    line: ['server/src/rules/permit-sides.ts', 'const changed = yield* changedSides('],
    name: 'with the rule `link`, the inverse relationship is not asked about a hidden member that is linked already',
    change: ['{ ...asked, unknown }', 'asked'],
    test,
  },
  {
    id: 'worlds-page-of-several-types',
    line: ['server/src/rules/guard-reads.ts', 'parts.push({ type, filter:'],
    name: 'a page of several types is cut among hidden resources, and two worlds differ',
    change: ['filter: restricted.filter', 'filter'],
    test,
  },
  {
    id: 'worlds-membership-data',
    line: ['server/src/rules/narrow-api.ts', 'const seen = new Map([...member]'],
    name: 'the data of memberships is shown to a user who cannot read it, and two worlds differ',
    change: ['.filter(([part]) => shown.has(memberField(name, part)))', ''],
    test,
  },
  {
    id: 'worlds-related-query',
    line: ['server/src/rules/narrow-related.ts', 'restrictQuery(receiver, target, query, terms'],
    name: 'the filter and the order of included members look at hidden resources, and two worlds differ',
    change: [/restrictQuery\(.*\)(?=,)/, 'query'],
    test,
  },
  {
    id: 'worlds-order-without-related',
    line: ['server/src/rules/restrict-query.ts', 'else if (through !== undefined)'],
    name: 'a resource whose related one is hidden is not where null is in an order, and two worlds differ',
    change: ['{ ...key, through }', 'key'],
    test,
  },
  {
    id: 'worlds-needed-field',
    line: ['server/src/response/members/needed-records.ts', 'subjectRecord(api, type, picked, seen)'],
    name: 'a function of records receives fields that the user cannot read, and two worlds differ',
    change: ['subjectRecord(api, type, picked, seen)', 'record'],
    test,
  },
];
