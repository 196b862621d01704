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

/** The first part found that cannot be stored as it was sent. */
function unfitPart(value: object): { readonly place: Place; readonly reason: string } | undefined {
  const waiting: Step[] = [{ value, key: '', parent: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const container = next.value as object;
    const isArray = Array.isArray(container);
    for (const [key, part] of isArray ? container.entries() : Object.entries(container)) {
      const reason = (isArray ? undefined : reasonOfName(key as string)) ?? reasonOf(part);
      const step: Step = { value: part, key, parent: next };
      if (reason !== undefined) return { place: placeOf(step), reason };
      if (typeof part === 'object' && part !== null) waiting.push(step);
    }
  }
  return undefined;
}

/**
 * Reports a member whose value cannot be stored as it was sent: half of a surrogate pair, a number beyond what a double
 * holds, or a member `__proto__`, anywhere in it. Returns whether it did.
 */
export function reportUnfit(code: ErrorCode, parent: Place, name: string, value: unknown, reporter: Reporter): boolean {
  if (typeof value === 'object' && value !== null) {
    const part = unfitPart(value);
    if (part === undefined) return false;
    reporter.report(code, [...parent, name, ...part.place], `The value here ${part.reason}.`);
    return true;
  }
  const reason = reasonOf(value);
  if (reason === undefined) return false;
  reporter.report(code, [...parent, name], `The value of ${name} ${reason}.`);
  return true;
}
