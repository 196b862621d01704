import type { AcceptedSurvivor } from './accepted-survivors.ts';

const FOR_TYPES = 'For types only: the value is always there.';

const ONLY_FASTER = 'The shorter way is only faster: the longer one has the same result.';

/** Those of what callers can read and change, by their access rules. */
export const acceptedInRestrictions: readonly AcceptedSurvivor[] = [
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
    reason: 'Null does not have members, so that reading it as linkage has the same result.',
  },
];
