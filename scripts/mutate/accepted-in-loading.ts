import type { AcceptedSurvivor } from './accepted-survivors.ts';

const NO_COPY = 'The result is the same list of resources: not to copy it is only faster.';

/** Those of the code that loads related resources. */
export const acceptedInLoading: readonly AcceptedSurvivor[] = [
  {
    file: 'packages/server/src/loading/load-batch.ts',
    original: 'const ids = isPlain ? idsOf(reached, target) : undefined;',
    mutated: 'const ids = false ? idsOf(reached, target) : undefined;',
    reason: 'Plain values can be read in the general way, too, with the same result: the direct way is only faster.',
  },
  {
    file: 'packages/server/src/loading/load-includes.ts',
    original: 'if (further.length === 0) return undefined;',
    mutated: 'if (further.length === -1) return undefined;',
    reason: 'Without further paths, nothing follows from the resources: not to collect them is only faster.',
  },
  {
    file: 'packages/server/src/loading/loaded-records.ts',
    original: 'hasNotes: () => linkage.size > 0,',
    mutated: 'hasNotes: () => linkage.size >= 0,',
    reason: 'Nothing is found where nothing was stored: not to look for it is only faster.',
  },
  {
    file: 'packages/server/src/loading/relationship-batches.ts',
    original: 'if (roots.every(({ type }) => type === first)) return new Map([[first, roots]]);',
    mutated: 'if (false) return new Map([[first, roots]]);',
    reason: NO_COPY,
  },
  {
    file: 'packages/server/src/loading/relationship-batches.ts',
    original: 'if (batch.parents.length === 0) {',
    mutated: 'if (false) {',
    reason: NO_COPY,
  },
  {
    file: 'packages/server/src/loading/request-related.ts',
    original: 'members += pageOf(value)?.records.length ?? 0;',
    mutated: 'members += pageOf(value)?.records.length;',
    reason: 'For types only: the value of a to-one relationship is not counted, and undefined is not above the limit.',
  },
  {
    file: 'packages/server/src/loading/streamed-includes.ts',
    original: 'if (isDeep) addAll(linked, reached);',
    mutated: 'if (true) addAll(linked, reached);',
    reason: 'Only paths of several steps use these ids: to keep them for the others only takes memory.',
  },
];
