import { isObject } from './is-object.ts';

/** Members by name. */
type Members = Readonly<Record<string, unknown>>;

/**
 * Merges meta objects. Of two members with the same name, the later one is kept. Two objects are combined, for example
 * those in `page`. Returns undefined if there are none.
 */
export function mergeMeta(...metas: readonly (Members | undefined)[]): Members | undefined {
  const present = metas.filter((meta) => meta !== undefined);
  if (present.length < 2) return present.at(0);
  const merged = new Map<string, unknown>();
  for (const [name, value] of present.flatMap((meta) => Object.entries(meta))) {
    if (value === undefined) continue;
    const before = merged.get(name);
    merged.set(name, isObject(before) && isObject(value) ? { ...before, ...value } : value);
  }
  return Object.fromEntries(merged);
}
