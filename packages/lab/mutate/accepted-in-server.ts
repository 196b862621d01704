import type { AcceptedSurvivor } from './accepted-survivors.ts';

const FOR_TYPES = 'For types only: the value is always there.';

const ONLY_FASTER = 'The shorter way is only faster: the longer one has the same result.';

/** Those of the server. */
export const acceptedInServer: readonly AcceptedSurvivor[] = [
  {
    file: 'packages/server/src/loading/include-tree.ts',
    original: 'if (relationship === undefined || target === undefined || others.length > 0) continue;',
    mutated: 'if (others.length > 0) continue;',
    reason: FOR_TYPES,
  },
  {
    file: 'packages/server/src/loading/load-batch.ts',
    original: 'if (loaded.hasNotes() && readStored(loading, root)) continue;',
    mutated: 'if (readStored(loading, root)) continue;',
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/server/src/loading/load-batch.ts',
    original:
      'else if (ids === undefined || target === undefined || !reachPlainly(ids, target, kind, value, loaded)) {',
    mutated: 'else if (true) {',
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/server/src/loading/load-includes.ts',
    original:
      'return only === undefined || others.length > 0 ? [] : [...only.nodes].flatMap(({ remainingPaths }) => remainingPaths);',
    mutated: 'return others.length > 0 ? [] : [...only.nodes].flatMap(({ remainingPaths }) => remainingPaths);',
    reason: FOR_TYPES,
  },
  {
    file: 'packages/server/src/loading/loaded-records.ts',
    original: 'get(type.name, id) ?? { type: type.name, id, ...(meta === undefined ? {} : { meta }) };',
    mutated: 'get(type.name, id) ?? { type: type.name, id, ...(false ? {} : { meta }) };',
    reason: 'A member with the value undefined is absent from the document.',
  },
  {
    file: 'packages/server/src/loading/reached.ts',
    original: 'if (others.length === 0) return first;',
    mutated: 'if (others.length === -1) return first;',
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/server/src/loading/reached.ts',
    original:
      "if (typeof member === 'object' && member !== null && !isIdentifier(member)) loaded.add(target.name, id, member);",
    mutated: "if (typeof member === 'object' && !isIdentifier(member)) loaded.add(target.name, id, member);",
    reason: FOR_TYPES,
  },
  {
    file: 'packages/server/src/access/guard-related.ts',
    original: 'if (isIdentifier) members.set(identity, { type: name, id, ...(meta === undefined ? {} : { meta }) });',
    mutated: 'if (isIdentifier) members.set(identity, { type: name, id, ...(false ? {} : { meta }) });',
    reason: 'A member with the value undefined is absent from the document.',
  },
  {
    file: 'packages/server/src/access/decided-by-source.ts',
    original: "current = api.types.get(current)?.relationships.get(name)?.targets.at(0) ?? '';",
    mutated: 'current = api.types.get(current)?.relationships.get(name)?.targets.at(0);',
    reason: FOR_TYPES,
  },
];
