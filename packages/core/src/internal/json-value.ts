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

/** Returns the parts of a container that must be checked. Omits primitive values, empty arrays, and absent members. */
function partsOf(container: object): readonly unknown[] {
  const written = writtenFor(container);
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

function search(root: object, parts: readonly unknown[]): string | undefined {
  const waiting: unknown[] = [...parts];
  const exits = new Set<Exit>();
  const open = new Set<object>([root]);
  const done = new Set<object>();
  while (waiting.length > 0) {
    const at = waiting.pop();
    if (typeof at !== 'object') return nonJsonName(at);
    const container = at as object;
    if (exits.size > 0 && exits.delete(container as Exit)) {
      open.delete((container as Exit).leave);
      done.add((container as Exit).leave);
      continue;
    }
    if (open.has(container)) return 'a circular reference';
    if (done.has(container)) continue;
    const lost = unserializableTag(container);
    if (lost !== undefined) {
      // An array can contain more promises.
      for (const other of waiting) if (other instanceof Promise) ignoreRejection(other);
      return lost;
    }
    const below = partsOf(container);
    // Only an object that contains containers can be part of a circle.
    if (below.length === 0) continue;
    const exit: Exit = { leave: container };
    waiting.push(exit);
    for (const part of below) waiting.push(part);
    exits.add(exit);
    open.add(container);
  }
  return undefined;
}

/**
 * Returns the reason why a value is not JSON, for use in a sentence, or undefined if it is JSON. Members with the value
 * undefined are absent, and an object with a `toJSON` method counts as the result of the method. Reads only own members
 * of other objects.
 *
 * @throws {unknown} If a getter, a proxy, or a `toJSON` method throws.
 */
export function nonJsonReason(value: unknown): string | undefined {
  if (isJsonPrimitive(value)) return undefined;
  if (typeof value !== 'object') return nonJsonName(value);
  const lost = unserializableTag(value as object);
  if (lost !== undefined) return lost;
  const parts = partsOf(value as object);
  return parts.length === 0 ? undefined : search(value as object, parts);
}

/**
 * Like `nonJsonReason`, with the place of the part that comes first in the text: `a bigint at /tags/0`.
 *
 * @throws {unknown} As `nonJsonReason`.
 */
export function placedReason(root: unknown): string | undefined {
  if (nonJsonReason(root) === undefined) return undefined;
  const places = new Map<unknown, string>();
  let place = '';
  let reason: string | undefined;
  try {
    JSON.stringify(root, function (this: object, name: string, value: unknown) {
      const above = places.get(this);
      place = above === undefined ? '' : `${above}/${name}`;
      if (typeof value === 'object' && value !== null) {
        reason = unserializableTag(value);
        places.set(value, place);
      } else if (!isJsonPrimitive(value) && (value !== undefined || Array.isArray(this))) reason = nonJsonName(value);
      if (reason !== undefined) throw reason;
      return value;
    });
  } catch {}
  return `${reason ?? 'a circular reference'}${place && ` at ${place}`}`;
}
