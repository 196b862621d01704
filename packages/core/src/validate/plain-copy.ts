import { isObject } from '../internal/is-object.ts';

function isContainer(value: unknown): value is object {
  return Array.isArray(value) || isObject(value);
}

/**
 * A copy of a value that holds nothing but data: what its own members are when they are read, without getters and
 * proxies. What is no JSON, functions and circles for example, stays what it is.
 *
 * @throws {unknown} What reading the value throws.
 */
export function plainCopy(value: unknown): unknown {
  const copies = new Map<object, object>();
  const waiting: object[] = [];
  const copyOf = (part: unknown): unknown => {
    if (!isContainer(part)) return part;
    const known = copies.get(part);
    if (known !== undefined) return known;
    const copy = Array.isArray(part) ? [] : {};
    copies.set(part, copy);
    waiting.push(part);
    return copy;
  };
  const root = copyOf(value);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const copy = copies.get(at) as object;
    for (const [name, member] of Object.entries(at)) {
      // Defining keeps a member that is called __proto__.
      const value = copyOf(member);
      Object.defineProperty(copy, name, { value, configurable: true, enumerable: true, writable: true });
    }
  }
  return root;
}
