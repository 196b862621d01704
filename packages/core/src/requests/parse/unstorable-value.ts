import type { ErrorCode } from '../../error/error-code.ts';
import type { PathSegments, Reporter } from './error-collector.ts';

/** A value inside another value, and its position. */
interface Step {
  readonly value: unknown;
  readonly key: string | number;
  readonly parent: Step | undefined;
}

/** Returns the reason why a value cannot be stored unchanged, as the end of a sentence. */
function reasonOf(value: unknown): string | undefined {
  if (typeof value === 'string')
    return value.isWellFormed() ? undefined : 'must be valid Unicode, but it contains half of a surrogate pair';
  // JSON.parse returns Infinity for 1e999. A document would contain null instead.
  // sabotage: 1e999-becomes-infinity
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    return 'must be within the range of a double';
  return undefined;
}

function reasonOfName(name: string): string | undefined {
  if (name === '__proto__') return 'must not be named `__proto__`'; // sabotage: member-proto-reaches-source
  return name.isWellFormed()
    ? undefined
    : 'must have a name in valid Unicode, but the name contains half of a surrogate pair';
}

function pathSegmentsOf(step: Step): PathSegments {
  const path: (string | number)[] = [];
  for (let at: Step | undefined = step; at?.parent !== undefined; at = at.parent) path.unshift(at.key);
  return path;
}

/** Finds the parts of a value that cannot be stored unchanged. */
function* findUnstorable(value: object): Generator<{ readonly path: PathSegments; readonly reason: string }> {
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
  code: ErrorCode,
  parent: PathSegments,
  name: string,
  value: unknown,
  reporter: Reporter,
): boolean {
  if (typeof value === 'object' && value !== null) {
    let isUnstorable = false;
    for (const { path, reason } of findUnstorable(value)) {
      isUnstorable = true;
      reporter.report(code, [...parent, name, ...path], `This value ${reason}.`);
      if (reporter.isFull()) break;
    }
    return isUnstorable;
  }
  const reason = reasonOf(value);
  if (reason === undefined) return false;
  reporter.report(code, [...parent, name], `The value of \`${name}\` ${reason}.`);
  return true;
}
