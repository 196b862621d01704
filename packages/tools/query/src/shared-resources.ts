import type { ShareResources } from '@linkage/client';
import { setOwn } from '@linkage/core/internal';

type Fields = Readonly<Record<string, unknown>>;

/** How often changes are passed on to the resources that lead to them. A longer chain of links is as good as changed. */
const MAX_PASSES = 20;

/** The objects of answers, by the resource object from which they were created. */
const known: WeakMap<object, Fields> = new WeakMap();

/** Keeps the objects of answers that were created from the same resource objects, and lead only to such objects. */
export const shareResources: ShareResources = (linked, resources) => {
  const before = new Map(linked.map((it, index) => [it as unknown, known.get(resources[index] as object)]));
  const kept = new Set(before.keys());
  const now = (it: unknown): unknown => (kept.has(it) && before.get(it)) || it;
  const isKept = (fields: Fields): boolean =>
    Object.entries(fields).every(([name, value]) => {
      const [targets, others] = [[value].flat(), [before.get(fields)?.[name]].flat()];
      return targets.length === others.length && targets.every((it, at) => now(it) === others[at]);
    });
  for (let pass = 0, size = -1; size !== kept.size; pass++) {
    size = kept.size;
    for (const fields of linked) if (pass > MAX_PASSES || !isKept(fields)) kept.delete(fields);
  }
  for (const [index, fields] of linked.entries()) {
    if (kept.has(fields)) continue;
    known.set(resources[index] as object, fields);
    for (const [name, value] of Object.entries(fields))
      if ([value].flat().some((it) => kept.has(it)))
        setOwn(fields, name, Array.isArray(value) ? value.map(now) : now(value));
  }
  return now;
};
