import type { ErrorCode } from '../error/error-code.ts';
import type { Place, Reporter } from './findings.ts';

/** A value inside of another one, with the way to it. */
interface Step {
  readonly value: unknown;
  readonly key: string | number;
  readonly parent: Step | undefined;
}

/** Why a value cannot be stored as it was sent, as the rest of a sentence. */
function reasonOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : 'holds half of a surrogate pair';
  // JSON.parse makes it of 1e999, and a document would show it as null.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return 'is a number out of range';
  return undefined;
}

function reasonOfName(name: string): string | undefined {
  if (name === '__proto__') return 'is called "__proto__", which programs take for something else';
  return name.isWellFormed() ? undefined : 'has a name with half of a surrogate pair';
}

function placeOf(step: Step): Place {
  const place: (string | number)[] = [];
  for (let at: Step | undefined = step; at?.parent !== undefined; at = at.parent) place.unshift(at.key);
  return place;
}

/** Finds the parts of a value that cannot be stored as they were sent. */
function* unfitParts(value: object): Generator<{ readonly place: Place; readonly reason: string }> {
  const waiting: Step[] = [{ value, key: '', parent: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const container = next.value as object;
    const isArray = Array.isArray(container);
    for (const [key, part] of isArray ? container.entries() : Object.entries(container)) {
      const reason = (isArray ? undefined : reasonOfName(key as string)) ?? reasonOf(part);
      const step: Step = { value: part, key, parent: next };
      if (reason !== undefined) yield { place: placeOf(step), reason };
      else if (typeof part === 'object' && part !== null) waiting.push(step);
    }
  }
}

/**
 * Reports what of the value of a member cannot be stored as it was sent: half of a surrogate pair, a number beyond what a
 * double holds, or a member `__proto__`, anywhere in it. Returns whether there was such a part.
 */
export function reportUnfit(code: ErrorCode, parent: Place, name: string, value: unknown, reporter: Reporter): boolean {
  if (typeof value === 'object' && value !== null) {
    let isUnfit = false;
    for (const { place, reason } of unfitParts(value)) {
      isUnfit = true;
      reporter.report(code, [...parent, name, ...place], `The value here ${reason}.`);
      if (reporter.isFull()) break;
    }
    return isUnfit;
  }
  const reason = reasonOf(value);
  if (reason === undefined) return false;
  reporter.report(code, [...parent, name], `The value of ${name} ${reason}.`);
  return true;
}
