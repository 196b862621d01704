import type { AcceptedSurvivor } from './accepted-survivors.ts';

const FOR_TYPES_ABSENT = 'For types only: a map does not have a value for undefined.';

const ONLY_FASTER = 'The shorter way is only faster: the longer one has the same result.';

const AS_LINKAGE =
  'Ids, null, and linkage of which all members are visible have the same result if they are read as linkage.';

/** Those of what callers can read and change, by their access rules. */
export const acceptedInRestrictions: readonly AcceptedSurvivor[] = [
  {
    file: 'packages/server/src/access/other-sides.ts',
    original:
      "return relationship !== undefined && access.typeOf(type).relationships.get(relationship)?.kind === 'to-one';",
    mutated: "return access.typeOf(type).relationships.get(relationship)?.kind === 'to-one';",
    reason: FOR_TYPES_ABSENT,
  },
  {
    file: 'packages/server/src/access/other-sides.ts',
    original:
      'const relationship = side.relationship === undefined ? undefined : type.relationships.get(side.relationship);',
    mutated: 'const relationship = false ? undefined : type.relationships.get(side.relationship);',
    reason: FOR_TYPES_ABSENT,
  },
  {
    file: 'packages/server/src/access/other-sides.ts',
    original: 'const isKnown = relationship !== undefined && (recordValue !== undefined || related !== undefined);',
    mutated: 'const isKnown = (recordValue !== undefined || related !== undefined);',
    reason: 'For types only: without a relationship, neither value is read.',
  },
  {
    file: 'packages/server/src/access/other-sides.ts',
    original: 'source: access.unguardedSourceOf(type) ?? {},',
    mutated: 'source: access.unguardedSourceOf(type),',
    reason: 'For types only: a record was read, so there is a source.',
  },
  {
    file: 'packages/server/src/access/permit-sides.ts',
    original:
      'const others = side.relationship === undefined ? [] : access.sides.othersOf(side.type, side.relationship);',
    mutated: 'const others = false ? [] : access.sides.othersOf(side.type, side.relationship);',
    reason: FOR_TYPES_ABSENT,
  },
  {
    file: 'packages/server/src/access/permit-deletion.ts',
    original: 'if (side.isDeleted || !(await canRefuse(access, side))) continue;',
    mutated: 'if (!(await canRefuse(access, side))) continue;',
    reason: 'The resources that are deleted, too, are left out below.',
  },
  {
    file: 'packages/server/src/access/readable-fields.ts',
    original: 'if (declared === seen) return undefined;',
    mutated: 'if (false) return undefined;',
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/server/src/access/restrict-linkage.ts',
    original: 'if (changes.size === 0) return record;',
    mutated: 'if (false) return record;',
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/server/src/access/restrict-linkage.ts',
    original: 'if (changes.size === 0) return record;',
    mutated: 'if (changes.size === -1) return record;',
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/server/src/access/restrict-linkage.ts',
    original: "return Array.isArray(value) ? value.some(holdsObjects) : typeof value === 'object' && value !== null;",
    mutated: "return Array.isArray(value) ? value.some(holdsObjects) : typeof value === 'object';",
    reason: AS_LINKAGE,
  },
  {
    file: 'packages/server/src/access/restrict-linkage.ts',
    original: "return Array.isArray(value) ? value.some(holdsObjects) : typeof value === 'object' && value !== null;",
    mutated: 'return Array.isArray(value) ? value.some(holdsObjects) : value !== null;',
    reason: AS_LINKAGE,
  },
  {
    file: 'packages/server/src/access/restrict-linkage.ts',
    original: "return Array.isArray(value) ? value.some(holdsObjects) : typeof value === 'object' && value !== null;",
    mutated: "return false ? value.some(holdsObjects) : typeof value === 'object' && value !== null;",
    reason: AS_LINKAGE,
  },
  {
    file: 'packages/server/src/access/restrict-linkage.ts',
    original: 'else if (restricted || holdsObjects(value)) {',
    mutated: 'else if (true) {',
    reason: AS_LINKAGE,
  },
  {
    file: 'packages/server/src/access/restrict-linkage.ts',
    original: 'if (records.length === 0) return records;',
    mutated: 'if (false) return records;',
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/server/src/access/restrict-linkage.ts',
    original: 'if (records.length === 0) return records;',
    mutated: 'if (records.length === -1) return records;',
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/server/src/access/restrict-linkage.ts',
    original: 'const restricted = isShown && (await isRestricted(access, relationship));',
    mutated: 'const restricted = isShown;',
    reason: AS_LINKAGE,
  },
];
