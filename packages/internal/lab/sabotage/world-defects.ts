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
];
