import type { AcceptedSurvivor } from './accepted-survivors.ts';

const NO_COPY = 'The result is the same list of resources: not to copy it is only faster.';

/** Those of the code that loads related resources. */
const READ_ANYWAY = 'readValue reads every value: the direct way for frequent values is only faster.';

export const acceptedInLoading: readonly AcceptedSurvivor[] = [
  {
    file: 'packages/server/src/loading/load-batch.ts',
    original:
      'else if (ids === undefined || target === undefined || !reachPlainly(ids, target, kind, value, loaded)) {',
    mutated: 'else if (ids === undefined || target !== undefined || !reachPlainly(ids, target, kind, value, loaded)) {',
    reason: READ_ANYWAY,
  },
  {
    file: 'packages/server/src/loading/load-batch.ts',
    original: 'if (isPromiseLike(reading)) await reading;',
    mutated: 'if (true) await reading;',
    reason: 'To await a value that is not a promise changes nothing: not to do so is only faster.',
  },
  {
    file: 'packages/server/src/loading/read-value.ts',
    original: "if (typeof first === 'object' && first !== null && !isIdentifier(first))",
    mutated: "if (typeof first === 'object' && !isIdentifier(first))",
    reason: 'Null is not a member: reading it fails with the same response, only later.',
  },
  {
    file: 'packages/server/src/loading/relationship-batches.ts',
    original: 'if (roots.every(({ type }) => type === first)) return new Map([[first, roots]]);',
    mutated: 'if (roots.every(({ type }) => type !== first)) return new Map([[first, roots]]);',
    reason: 'The groups below are the same: not to copy the resources of one type is only faster.',
  },
  {
    file: 'packages/server/src/loading/streamed-includes.ts',
    original: 'const isDeep = nodes.some(({ isEnd }) => !isEnd);',
    mutated: 'const isDeep = nodes.some(({ isEnd }) => isEnd);',
    reason: 'Without deep paths, the resources are read once: not to collect their linkage only saves memory.',
  },
  {
    file: 'packages/server/src/writing/check-identifiers.ts',
    original: 'byId(identifier) && missing.get(identifier.type)?.has(identifier.id) === true;',
    mutated: 'missing.get(identifier.type)?.has(identifier.id) === true;',
    reason: 'For types only: the sets contain only ids, so a local id, which is another member, is not in them.',
  },
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
