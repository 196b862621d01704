import { split } from '../hostile/odd.ts';

// biome-ignore lint/suspicious/noExplicitAny: functions of the platform with any arguments
type Loose = any;

let work = 0;

/** Returns the number of elements and characters that functions of the platform went through since the last call. */
export function takeBuiltinWork(): number {
  const taken = work;
  work = 0;
  return taken;
}

function wrap(owner: Loose, name: PropertyKey, costOf: (self: Loose, result: Loose, given: Loose[]) => number): void {
  const original = owner[name];
  const value = function (this: Loose, ...given: Loose[]): Loose {
    const result = original.apply(this, given);
    work += costOf(this, result, given);
    return result;
  };
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

/** The elements or characters that a search passed: up to what it found, or to the end. */
function searched(self: Loose, found: number, [, from = 0]: Loose[]): number {
  return found < 0 ? Math.max(self.length - from, 0) : found - from + 1;
}

/** Counts the characters of a match that begins at one place, or of the whole text for a search. */
function wrapPattern(name: 'exec' | 'test'): void {
  const original: Loose = RegExp.prototype[name];
  const value = function (this: RegExp, text: string): Loose {
    const { lastIndex: before } = this;
    const result = original.call(this, text);
    work += this.sticky || this.global ? Math.max(this.lastIndex - before, 0) + 1 : String(text).length;
    return result;
  };
  Object.defineProperty(RegExp.prototype, name, { value, writable: true, configurable: true });
}

const lengthOfSelf = (self: Loose): number => self.length;
const lengthOfResult = (_: Loose, result: Loose): number => result?.length ?? 1;

/** Begins to count. The functions stay as they are otherwise. */
export function countBuiltins(): void {
  const lists = split('shift unshift splice concat join reverse sort includes lastIndexOf flat toSorted');
  for (const name of lists) wrap(Array.prototype, name, lengthOfSelf);
  wrap(Array.prototype, 'slice', lengthOfResult);
  for (const owner of [Array.prototype, String.prototype]) wrap(owner, 'indexOf', searched);
  const strings = split('split replace replaceAll toLowerCase trim toWellFormed isWellFormed match includes');
  for (const name of strings) wrap(String.prototype, name, lengthOfSelf);
  for (const name of ['exec', 'test'] as const) wrapPattern(name);
  for (const name of ['keys', 'values', 'entries', 'fromEntries'])
    wrap(Object, name, (_, result) => Object.getOwnPropertyNames(result).length);
  wrap(JSON, 'stringify', lengthOfResult);
  wrap(JSON, 'parse', (_, __, [text]) => String(text).length);
}
