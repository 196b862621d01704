/** Marks the way back out of a container. */
interface Exit {
  readonly leave: object;
}

function isPrimitive(value: unknown): boolean {
  const type = typeof value;
  return value === null || type === 'string' || type === 'boolean' || (type === 'number' && Number.isFinite(value));
}

function hasToJson(value: object): boolean {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === 'function';
}

/**
 * What keeps a value from being one of JSON, for use in a sentence; undefined when nothing does. Members that are
 * undefined count as absent, and objects with a `toJSON` method as what they become.
 */
export function whyNotJson(value: unknown): string | undefined {
  const waiting: (unknown | Exit)[] = [value];
  const exits = new Set<Exit>();
  const open = new Set<object>();
  const done = new Set<object>();
  while (waiting.length > 0) {
    const at = waiting.pop();
    if (isPrimitive(at)) continue;
    if (typeof at !== 'object') return typeof at === 'number' ? String(at) : `a ${typeof at}`;
    const container = at as object;
    if (exits.size > 0 && exits.delete(container as Exit)) {
      open.delete((container as Exit).leave);
      done.add((container as Exit).leave);
      continue;
    }
    if (open.has(container)) return 'a reference to what it stands in';
    if (done.has(container) || hasToJson(container)) continue;
    const exit: Exit = { leave: container };
    const first = waiting.push(exit);
    const parts: readonly unknown[] = Array.isArray(container) ? container : Object.values(container);
    for (const part of parts) {
      if (isPrimitive(part) || (part === undefined && !Array.isArray(container))) continue;
      if (Array.isArray(part) && part.length === 0) continue;
      waiting.push(part);
    }
    if (waiting.length === first) {
      // Only what holds containers can be part of a circle.
      waiting.pop();
      continue;
    }
    exits.add(exit);
    open.add(container);
  }
  return undefined;
}
