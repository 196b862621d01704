import { documentReasons } from '../../error/chapters/shared-messages.ts';
import { type MessagePart, messagePart } from '../../error/message-part.ts';
import { isJsonPrimitive, nonJsonName } from '../../internal/json-value.ts';
import { setOwn } from '../../internal/members.ts';
import type { DocumentSize } from './scan-text.ts';

/** The reason why a value cannot be copied: the exceeded limit, or the part that is not JSON. */
export type Unreadable = { readonly exceeded: keyof DocumentSize } | { readonly reason: MessagePart };

type Container = Record<string | number, unknown>;

/** A container between the root and the current part, and the number of its copied parts. */
interface Level {
  readonly source: Container;
  readonly copy: Container;
  /** The names of its members; undefined for an array. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

interface CopyState {
  readonly maxSize: DocumentSize;
  readonly levels: Level[];
  readonly open: Set<object>;
  members: number;
}

function levelOf(source: object): Level {
  const names = Array.isArray(source) ? undefined : Object.keys(source);
  const copy = (names === undefined ? [] : {}) as Container;
  return { source: source as Container, copy, names, length: (names ?? (source as unknown[])).length, next: 0 };
}

/** Returns the value that `JSON.stringify` writes for a part. */
function written(part: unknown, key: string | number): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const { toJSON } = part as { readonly toJSON?: unknown };
  const value: unknown = typeof toJSON === 'function' ? toJSON.call(part, String(key)) : part;
  const isBoxed = value instanceof String || value instanceof Number || value instanceof Boolean;
  return isBoxed ? value.valueOf() : value;
}

function put(copy: Container, key: string | number, value: unknown): void {
  setOwn(copy, String(key), value);
}

/** Copies one part. The parts of a container are copied later. */
function add(state: CopyState, copy: Container, key: string | number, input: unknown): Unreadable | undefined {
  const part = written(input, key);
  if (isJsonPrimitive(part)) {
    put(copy, key, part);
    return undefined;
  }
  if (part === undefined && !Array.isArray(copy)) return undefined;
  if (typeof part !== 'object')
    return { reason: messagePart(documentReasons, 'reason.notOfJson', { value: nonJsonName(part) }) };
  const { maxSize, levels, open } = state;
  if (open.has(part as object)) return { reason: messagePart(documentReasons, 'reason.circular', {}) };
  if (levels.length >= maxSize.depth) return { exceeded: 'depth' };
  const level = levelOf(part as object);
  state.members += level.length;
  // A proxy can return any length, also NaN.
  if (!(state.members <= maxSize.members)) return { exceeded: 'members' };
  put(copy, key, level.copy);
  levels.push(level);
  open.add(level.source);
  return undefined;
}

/**
 * Returns a copy of a value that contains only JSON. Reads every part once, so that a getter or a proxy cannot return
 * another value later. Replaces a value with a `toJSON` method by the result of the method, and omits members with the
 * value undefined.
 *
 * @throws {unknown} If reading the value throws.
 */
export function copyJson(input: unknown, maxSize: DocumentSize): { readonly value: unknown } | Unreadable {
  const state: CopyState = { maxSize, levels: [], open: new Set(), members: 0 };
  const { levels, open } = state;
  const root: { ''?: unknown } = {};
  let failure = add(state, root, '', input);
  while (failure === undefined) {
    const level = levels.at(-1);
    if (level === undefined) return { value: root[''] };
    if (level.next >= level.length) {
      levels.pop();
      open.delete(level.source);
      continue;
    }
    const key = level.names?.[level.next] ?? level.next;
    level.next++;
    failure = add(state, level.copy, key, level.source[key]);
  }
  return failure;
}
