import { ignoreRejection } from './awaitable.ts';

/** A work item that marks the end of a container. */
interface Exit {
  readonly leave: object;
}

const NONE: readonly unknown[] = [];

/** The tags of objects whose content is not in their properties: JSON.stringify would write `{}`. */
const OPAQUE_TAG =
  // JSON.stringify throws for a BigInt object, and writes `{}` for a Symbol object.
  /^\[object (?:(?:Weak)?(?:Map|Set)|WeakRef|Promise|RegExp|Error|(?:Shared)?ArrayBuffer|(?:Map|Set|Array) Iterator|Generator|BigInt|Symbol)\]$/;

/** Whether a value is a string, a finite number, a boolean, or null. */
export function isJsonPrimitive(value: unknown): boolean {
  const type = typeof value;
  return type === 'string' || (type === 'number' ? Number.isFinite(value) : type === 'boolean' || value === null);
}

function hasToJson(value: object): boolean {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === 'function';
}

/** Returns the value that JSON.stringify writes for an object: the result of its `toJSON` method, or the object. */
function writtenFor(container: object): unknown {
  const { toJSON } = container as { readonly toJSON?: unknown };
  if (typeof toJSON !== 'function') return container;
  // `toJSON` of a Date returns a string or null, so neither contains anything to check.
  return toJSON === Date.prototype.toJSON ? null : toJSON.call(container, '');
}

/**
 * Returns the parts of a container that must be checked. Omits primitive values, empty arrays, and absent members.
 *
 * @param written What `writtenFor` returned.
 */
function partsOf(container: object, written: unknown): readonly unknown[] {
  if (typeof written !== 'object' || written === null) {
    return isJsonPrimitive(written) || written === undefined ? NONE : [written];
  }
  if (written !== container && unserializableTag(written) !== undefined) return [written];
  const isArray = Array.isArray(written);
  const all: readonly unknown[] = isArray ? written : Object.values(written);
  let parts: unknown[] | undefined;
  for (const part of all) {
    if (isJsonPrimitive(part) || (part === undefined && !isArray)) continue;
    if (Array.isArray(part) && part.length === 0) continue;
    if (parts === undefined) parts = [part];
    else parts.push(part);
  }
  return parts ?? NONE;
}

/** Returns the name of a primitive value or a function that is not JSON, for use in a sentence. */
export function nonJsonName(value: unknown): string {
  return typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`;
}

/**
 * Returns the name of an object that JSON.stringify would write without its content, or as an object of numbers.
 * Returns undefined for any other object.
 */
export function unserializableTag(container: object): string | undefined {
  // Most objects are plain, and this check is faster than reading the prototype.
  const maker = container.constructor;
  if (maker === Object || maker === Array || hasToJson(container)) return undefined;
  // The tag is the same for subclasses and for objects of another realm.
  const tag = Object.prototype.toString.call(container);
  if (!OPAQUE_TAG.test(tag) && !ArrayBuffer.isView(container)) return undefined;
  if (tag === '[object Promise]') ignoreRejection(container);
  const name = tag.slice('[object '.length, -1);
  return `${/^[AEI]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** Returns the place of a value below the open containers, from what JSON.stringify writes for each of them. */
function placeOf(value: unknown, open: ReadonlyMap<object, unknown>): string {
  const steps = [...open.keys(), value].slice(1);
  const names = [...open.values()].map((written, index) =>
    Object.entries(written as object).find(([, part]) => Object.is(part, steps[index])),
  );
  const place = names.map((found) => (found === undefined ? '' : `/${found[0]}`)).join('');
  return place && ` at ${place}`;
}

function search(root: object, written: unknown, parts: readonly unknown[]): string | undefined {
  const waiting: unknown[] = parts.toReversed();
  const exits = new Set<Exit>();
  const open = new Map<object, unknown>([[root, written]]);
  const done = new Set<object>();
  while (waiting.length > 0) {
    const at = waiting.pop();
    if (typeof at !== 'object') return nonJsonName(at) + placeOf(at, open);
    const container = at as object;
    if (exits.size > 0 && exits.delete(container as Exit)) {
      open.delete((container as Exit).leave);
      done.add((container as Exit).leave);
      continue;
    }
    if (done.has(container)) continue;
    const lost = open.has(container) ? 'a circular reference' : unserializableTag(container);
    if (lost !== undefined) {
      // An array can contain more promises.
      for (const other of waiting) if (other instanceof Promise) ignoreRejection(other);
      return lost + placeOf(container, open);
    }
    const text = writtenFor(container);
    const below = partsOf(container, text);
    // Only an object that contains containers can be part of a circle.
    if (below.length === 0) continue;
    const exit: Exit = { leave: container };
    waiting.push(exit);
    for (let index = below.length - 1; index >= 0; index--) waiting.push(below[index]);
    exits.add(exit);
    open.set(container, text);
  }
  return undefined;
}

/**
 * Returns the reason why a value is not JSON, with the place of the part that comes first in its text: `a bigint at /tags/0`. Returns
 * undefined if it is JSON. Members with the value undefined are absent, and an object with a `toJSON` method counts as the result of the
 * method. Reads only own members of other objects.
 *
 * @throws {unknown} If a getter, a proxy, or a `toJSON` method throws.
 */
export function nonJsonReason(value: unknown): string | undefined {
  if (isJsonPrimitive(value)) return undefined;
  if (typeof value !== 'object') return nonJsonName(value);
  const root = value as object;
  const lost = unserializableTag(root);
  if (lost !== undefined) return lost;
  const written = writtenFor(root);
  const parts = partsOf(root, written);
  return parts.length === 0 ? undefined : search(root, written, parts);
}
