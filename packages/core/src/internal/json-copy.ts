import { isNumberText } from './exact-json.ts';
import type { Finish } from './finish.ts';
import { unserializableTag } from './json-value.ts';
import { setOwn } from './members.ts';

/** Returns the value that JSON.stringify writes for an object. */
function writtenFor(value: object, key: string): unknown {
  const { toJSON } = value as { readonly toJSON?: unknown };
  const written: unknown = typeof toJSON === 'function' ? toJSON.call(value, key) : value;
  const isWrapper = written instanceof String || written instanceof Number || written instanceof Boolean;
  return isWrapper ? written.valueOf() : written;
}

/**
 * Returns a copy of a value that contains only plain objects, arrays, and primitive values: what JSON.stringify writes for
 * the value. Reads every member once, so the value that is checked is the value in the document. Does not copy values that
 * JSON cannot represent, such as functions and maps: `nonJsonReason` names them. Circular references stay circular.
 *
 * @throws {unknown} If a getter, a proxy or a `toJSON` method throws.
 */
export function jsonCopy(value: unknown, finish: Finish): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const source = writtenFor(value, '');
  if (!isCopied(source)) return source;
  const root = emptyCopy(source);
  // Most values contain only primitive values and need neither of these.
  let copies: Map<object, object> | undefined;
  // Use a work list instead of recursion: the user's data determines the depth.
  let waiting: (readonly [source: object, copy: object])[] | undefined;
  const copyOf = (part: object, key: string): unknown => {
    const known = part === value ? root : copies?.get(part);
    if (known !== undefined) return known;
    const written = writtenFor(part, key);
    if (!isCopied(written)) return written;
    const copy = emptyCopy(written);
    copies ??= new Map();
    copies.set(part, copy);
    waiting ??= [];
    waiting.push([written, copy]);
    return copy;
  };
  copyMembers(source, root, copyOf);
  for (let next = waiting?.pop(); next !== undefined; next = waiting?.pop()) copyMembers(next[0], next[1], copyOf);
  finish(root);
  if (copies !== undefined) for (const copy of copies.values()) finish(copy);
  return root;
}

function isCopied(written: unknown): written is object {
  if (typeof written !== 'object' || written === null || isNumberText(written)) return false;
  return unserializableTag(written) === undefined;
}

function emptyCopy(source: object): object {
  return Array.isArray(source) ? [] : {};
}

function copyMembers(source: object, copy: object, copyOf: (part: object, key: string) => unknown): void {
  const partOf = (member: unknown, key: string): unknown =>
    typeof member === 'object' && member !== null ? copyOf(member, key) : member;
  if (Array.isArray(source)) {
    const { length } = source;
    for (let index = 0; index < length; index++) (copy as unknown[]).push(partOf(source[index], String(index)));
    return;
  }
  for (const name of Object.keys(source)) {
    const member: unknown = (source as Readonly<Record<string, unknown>>)[name];
    // The toJSON method was already called. JSON.stringify never calls toJSON on its result.
    if (name === 'toJSON' && typeof member === 'function') continue;
    const part = partOf(member, name);
    if (part !== undefined) setOwn(copy, name, part);
  }
}
