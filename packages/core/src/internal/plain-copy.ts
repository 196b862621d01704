import { isObject } from './members.ts';

function isContainer(value: unknown): value is object {
  return Array.isArray(value) || isObject(value);
}

/**
 * Returns a copy of a value that contains only data: the values of its own members, without getters and proxies. Its
 * objects do not have a prototype. Keeps values that are not JSON, such as functions and circular references.
 *
 * @throws {unknown} If reading the value throws.
 */
export function plainCopy(value: unknown): unknown {
  const copies = new Map<object, object>();
  const waiting: object[] = [];
  const copyOf = (part: unknown): unknown => {
    if (!isContainer(part)) return part;
    const known = copies.get(part);
    if (known !== undefined) return known;
    const copy = Array.isArray(part) ? [] : Object.create(null);
    copies.set(part, copy);
    waiting.push(part);
    return copy;
  };
  const root = copyOf(value);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const copy = copies.get(at) as Record<string, unknown>;
    for (const [name, member] of Object.entries(at)) copy[name] = copyOf(member);
  }
  return root;
}
