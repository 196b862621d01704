import { valueReasons } from '../../error/chapters/shared-messages.ts';
import { type MessagePart, messagePart } from '../../error/message-part.ts';
import type { PathSegments, Reporter } from './error-collector.ts';

/** A value inside another value, and its position. */
interface Step {
  readonly value: unknown;
  readonly key: string | number;
  readonly parent: Step | undefined;
}

type Reason = keyof typeof valueReasons.reason;

/** Returns the reason why a value cannot be stored unchanged. */
function reasonOf(value: unknown): Reason | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : 'halfSurrogatePair';
  // JSON.parse returns Infinity for 1e999. A document would contain null instead.
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? 'outOfRange' : undefined;
}

function reasonOfName(name: string): Reason | undefined {
  if (name === '__proto__') return 'nameForbidden';
  return name.isWellFormed() ? undefined : 'nameWithHalfSurrogatePair';
}

function phraseOf(reason: Reason): { readonly reason: MessagePart } {
  return { reason: messagePart(valueReasons, `reason.${reason}`, {}) };
}

function pathSegmentsOf(step: Step): PathSegments {
  const path: (string | number)[] = [];
  for (let at: Step | undefined = step; at?.parent !== undefined; at = at.parent) path.unshift(at.key);
  return path;
}

/** Finds the parts of a value that cannot be stored unchanged. */
function* findUnstorable(value: object): Generator<{ readonly path: PathSegments; readonly reason: Reason }> {
  const waiting: Step[] = [{ value, key: '', parent: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const container = next.value as object;
    const isArray = Array.isArray(container);
    for (const [key, part] of isArray ? container.entries() : Object.entries(container)) {
      const reason = (isArray ? undefined : reasonOfName(key as string)) ?? reasonOf(part);
      const step: Step = { value: part, key, parent: next };
      if (reason !== undefined) yield { path: pathSegmentsOf(step), reason };
      else if (typeof part === 'object' && part !== null) waiting.push(step);
    }
  }
}

/**
 * Reports the parts of a value that cannot be stored unchanged: half of a surrogate pair, a number beyond the range of
 * a double, or a member `__proto__`. Returns whether there was such a part.
 */
export function reportUnstorable(
  code: 'ATTRIBUTE_INVALID' | 'DOCUMENT_INVALID' | 'INPUT_INVALID',
  parent: PathSegments,
  name: string,
  value: unknown,
  reporter: Reporter,
): boolean {
  if (typeof value === 'object' && value !== null) {
    let isUnstorable = false;
    for (const { path, reason } of findUnstorable(value)) {
      isUnstorable = true;
      reporter.report(`${code}.partUnstorable`, phraseOf(reason), [...parent, name, ...path]);
      if (reporter.isFull()) break;
    }
    return isUnstorable;
  }
  const reason = reasonOf(value);
  if (reason === undefined) return false;
  reporter.report(`${code}.valueUnstorable`, { name, ...phraseOf(reason) }, [...parent, name]);
  return true;
}
