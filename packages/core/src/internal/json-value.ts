import { ignoreRejection } from './awaitable.ts';

/** Marks the end of a container among the values that wait. */
const LEAVE: object = {};

const NONE: readonly unknown[] = [];

/** The tags of objects whose content is not in their properties: JSON.stringify would write `{}`. */
const OPAQUE_TAG =
  // JSON.stringify throws for a BigInt object, and writes `{}` for a Symbol object.
  /^(?:(?:Weak)?(?:Map|Set)|WeakRef|Promise|RegExp|Error|(?:Shared)?ArrayBuffer|(?:Map|Set|Array) Iterator|Generator|BigInt|Symbol)$/;

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
    parts ??= [];
    parts.push(part);
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
  const name = Object.prototype.toString.call(container).slice('[object '.length, -1);
  if (!OPAQUE_TAG.test(name) && !ArrayBuffer.isView(container)) return undefined;
  if (name === 'Promise') ignoreRejection(container);
  return `${/^[AEI]/.test(name) ? 'an' : 'a'} ${name}`;
}

/**
 * Returns the place of a value, for the end of a sentence.
 *
 * @param steps The containers from the root to the value, and the value.
 * @param strings What JSON.stringify writes for each of these containers.
 */
type Place = (steps: readonly unknown[], strings: readonly unknown[]) => string;

const placeOf: Place = (steps, strings) => {
  const names = strings.flatMap((text, index) => {
    const parts = text as Readonly<Record<string, unknown>>;
    return Object.keys(parts).find((name) => Object.is(parts[name], steps[index + 1])) ?? [];
  });
  return names.length > 0 ? ` at /${names.join('/')}` : '';
};

function search(root: object, written: unknown, parts: readonly unknown[], place: Place): string | undefined {
  const waiting = parts.toReversed();
  const open: object[] = [root];
  const strings = [written];
  /** The containers that were met: whether they are open. */
  const met = new Map<unknown, boolean>([[root, true]]);
  while (waiting.length > 0) {
    const at = waiting.pop();
    if (at === LEAVE) {
      met.set(open.pop(), false);
      strings.pop();
      continue;
    }
    const container = at as object;
    const isOpen = met.get(container);
    if (isOpen === false) continue;
    const reason =
      typeof at === 'object' ? (isOpen ? 'a circular reference' : unserializableTag(container)) : nonJsonName(at);
    if (reason !== undefined) {
      // An array can contain more promises.
      for (const other of waiting) if (other instanceof Promise) ignoreRejection(other);
      return reason + place([...open, at], strings);
    }
    const text = writtenFor(container);
    const below = partsOf(container, text);
    // Only an object that contains containers can be part of a circle.
    if (below.length === 0) continue;
    waiting.push(LEAVE);
    for (let index = below.length - 1; index >= 0; index--) waiting.push(below[index]);
    open.push(container);
    strings.push(text);
    met.set(container, true);
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
export function nonJsonReason(value: unknown, place: Place = () => ''): string | undefined {
  if (isJsonPrimitive(value)) return undefined;
  if (typeof value !== 'object') return nonJsonName(value);
  const root = value as object;
  const lost = unserializableTag(root);
  if (lost !== undefined) return lost;
  const written = writtenFor(root);
  const parts = partsOf(root, written);
  return parts.length === 0 ? undefined : search(root, written, parts, place);
}

/**
 * Like `nonJsonReason`, with the place of the part that comes first in the text: `a bigint at /tags/0`.
 *
 * @throws {unknown} As `nonJsonReason`.
 */
export function placedReason(value: unknown): string | undefined {
  return nonJsonReason(value, placeOf);
}
