import type { Defect } from './defect.ts';

/** Defects of access rules in what a user writes. */
export const permissionDefects: readonly Defect[] = [
  {
    id: 'rule-returns-truthy-value-allows',
    line: ['server/src/rules/access-filter.ts', 'if (typeof answer ==='],
    name: 'a rule that returns a truthy value allows',
    change: ["=== 'boolean'", "!== 'undefined'"],
    test: 'server/src/rules/access-rules.test.ts',
  },
  {
    id: 'update-does-not-ask-rule',
    line: ['server/src/rules/permit-writes.ts', "yield* assertAllowed(access, type.name, 'update',"],
    name: 'update does not ask its rule',
    change: 'remove',
    test: 'server/src/rules/access-rules.test.ts',
  },
  {
    id: 'update-moves-resource-out-sight',
    line: ['server/src/writing/write-steps.ts', 'const seen = yield* assertVisibleAfter(guarded,'],
    name: 'update moves a resource out of the sight of its user',
    change: [/yield\* assertVisibleAfter\(.*changes\)/, 'undefined as never'],
    test: 'server/src/rules/access-writes.test.ts',
  },
  {
    id: 'relationship-patch-does-not-ask',
    line: ['server/src/rules/permit-writes.ts', 'yield* assertRelated(guarded, input.relationships,'],
    name: 'a relationship in a PATCH does not ask the rule of the relationship',
    change: 'remove',
    test: 'server/src/rules/access-writes.test.ts',
  },
  {
    id: 'rules-writes-decide-record-not',
    line: ['server/src/rules/find-visible.ts', 'const locking = callWith(call,'],
    name: 'rules of writes decide on a record that is not locked',
    change: [/= .*;/, '= call;'],
    test: 'kysely/src/rules-under-writes.test.ts',
  },
  {
    id: 'member-request-names-not-locked',
    line: ['server/src/rules/changed-sides.ts', 'for (const side of sides) locked.set(side,'],
    name: 'a member that a request names is not locked before the difference is determined',
    change: 'remove',
    test: 'kysely/src/parallel-writers.property.test.ts',
  },
  {
    id: 'delete-hidden-resource-works',
    line: [
      'server/src/rules/permit-writes.ts',
      `const subject = yield* subjectOf(guarded, asked, ['delete'], call);
  if (subject === undefined) return undefined;`,
    ],
    name: 'delete of a hidden resource works',
    change: 'never',
    test: 'server/src/rules/access-reads.test.ts',
  },
  {
    id: 'link-resource-missing-or-hidden',
    line: ['server/src/writing/check-identifiers.ts', 'if (missing.size ==='],
    name: 'a link to a resource that is missing or hidden is accepted',
    change: 'always',
    test: 'server/src/writing/check-identifiers.test.ts',
  },
  {
    id: 'undecided-field-set-blindly',
    line: ['server/src/rules/visible-after.ts', 'shownAfter.length > 0)'],
    name: 'a write sets an attribute that the user cannot read after it',
    change: 'never',
    test: 'server/src/rules/undecided-fields.test.ts',
  },
  {
    id: 'link-any-hidden-resource',
    line: ['server/src/rules/linkable-ids.ts', 'return yield* ready(matchingIds(access,'],
    name: 'the rule `link` links resources that do not match its conditions',
    change: ["filter === 'all' ? everything : filter", 'everything'],
    test: 'server/src/rules/linkable-ids.test.ts',
  },
  {
    id: 'link-changes-hidden-record',
    line: ['server/src/rules/inverse-rules.ts', 'access.control.ruleOf(type).link === undefined)) return false;'],
    name: 'with `uncheckedInverses`, the rule `link` lets a user change the record of a hidden resource',
    change: ['(!isStored || access.control.ruleOf(type).link === undefined)', 'true'],
    test: 'server/src/rules/linkable-ids.test.ts',
  },
  {
    id: 'rule-asked-without-subject',
    line: ['server/src/rules/rule-ahead.ts', 'unread.isRead ? fail() : readRuleResult('],
    name: 'a rule decides before the write, although it has looked at a subject that is not known',
    change: ['unread.isRead ?', 'false ?'],
    test: 'server/src/writing/write-at-once.test.ts',
  },
  {
    id: 'hidden-side-not-asked',
    line: ['server/src/rules/inverse-rules.ts', "isFound && accessFilter === 'all'"],
    name: 'a linked resource that the user may not read is not locked',
    change: ["isFound && accessFilter === 'all'", 'isFound'],
    test: 'server/test/transcripts/transcripts.test.ts',
  },
  {
    id: 'new-link-to-hidden',
    line: ['server/src/writing/create-at-once.ts', 'seen.length !== identifiers.length'],
    name: 'a creation that is one call links a resource that the user cannot read',
    change: ['!== identifiers.length', '< 0'],
    test: 'server/src/writing/short-ways.test.ts',
  },
];
