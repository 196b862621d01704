import { describeValue } from './describe-value.ts';
import { isObject } from './is-object.ts';
import { listNames, suggestName } from './name-list.ts';
import { isPlainObject } from './own-members.ts';
import { ownOrInherited } from './own-or-inherited.ts';
import { truncate } from './truncate.ts';

/**
 * The required kind of an option's value: one of these kinds, or one of these values. With `any`, the function that
 * reads the option checks the value.
 */
export type OptionKind =
  | 'any'
  | 'boolean'
  | 'string'
  | 'number'
  | 'function'
  | 'object'
  | 'array'
  | 'array of strings'
  | 'array of objects'
  | readonly (string | boolean)[];

/** The options of a function: their kinds by name, and the noun for an option in an error. */
export interface OptionTable {
  readonly what: string;
  readonly kinds: ReadonlyMap<string, OptionKind>;
  /** An object in which every known option is undefined. Own members hide inherited members of `Object.prototype`. */
  readonly blank: Readonly<Record<string, undefined>>;
}

/** Creates the table for `readOptions`. */
/* @__NO_SIDE_EFFECTS__ */
export function optionTable(kinds: Readonly<Record<string, OptionKind>>, what: string = 'option'): OptionTable {
  const blank = Object.fromEntries(Object.keys(kinds).map((name) => [name, undefined]));
  return { what, kinds: new Map(Object.entries(kinds)), blank: Object.freeze(blank) };
}

/** Creates a table of names whose values can be anything, such as resource types. */
export function nameTable(names: Iterable<string>, what: string): OptionTable {
  return optionTable(Object.fromEntries(Array.from(names, (name) => [name, 'any'] as const)), what);
}

/** Returns a suggestion and the list of known names for an unknown name. Each sentence begins with a space. */
export function knownNames(name: string, known: readonly string[], what: string): string {
  return `${suggestName(name, known)} Known ${what}s: ${listNames(known)}.`;
}

function expectedOf(kind: OptionKind): string {
  if (typeof kind !== 'string') return kind.map((it) => JSON.stringify(it)).join(' or ');
  return `${/^[ao]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

function fits(kind: OptionKind, value: unknown): boolean {
  if (kind === 'any') return true;
  if (typeof kind !== 'string') return kind.includes(value as string);
  if (kind === 'object') return isObject(value);
  if (!kind.startsWith('array')) return typeof value === kind;
  return (
    Array.isArray(value) && value.every((it) => kind === 'array' || (it !== null && kind === `array of ${typeof it}s`))
  );
}

/**
 * Checks the kind of a value.
 *
 * @throws {TypeError} If the value has another kind, or is undefined.
 */
export function checkKind(where: string, name: string, kind: OptionKind, value: unknown): void {
  if (fits(kind, value)) return;
  throw new TypeError(`${where}: \`${name}\` must be ${expectedOf(kind)}, but it is ${describeValue(value)}.`);
}

/**
 * Reads an options object: returns a copy that has every known option as an own member, undefined where it is absent.
 * Options can be inherited from a class, but not from `Object.prototype`.
 *
 * @param where The function, or the path of the object in the arguments of the function; it begins every message.
 * @throws {TypeError} If it is not an object, contains an unknown option, or an option has a value of another kind.
 */
export function readOptions<Options extends object>(where: string, input: Options, table: OptionTable): Options {
  const { kinds, blank, what } = table;
  if (!isObject(input)) {
    const [at, name = `${what}s`] = where.split(/: (?=[^:]+$)/);
    checkKind(at as string, name, 'object', input);
  }
  const names = Object.keys(input);
  const isPlain = isPlainObject(input);
  // Most calls pass no options or few options.
  if (isPlain && names.length === 0) return blank as Options;
  const read: Record<string, unknown> = { ...blank };
  for (const name of names) {
    const kind = kinds.get(name);
    if (kind === undefined) {
      throw new TypeError(`${where}: unknown ${what} "${truncate(name)}".${knownNames(name, [...kinds.keys()], what)}`);
    }
    const value = (input as Record<string, unknown>)[name];
    if (value !== undefined) checkKind(where, name, kind, value);
    read[name] = value;
  }
  if (!isPlain) readInherited(where, input, kinds, read);
  return read as Options;
}

interface Bindable {
  bind(self: object): unknown;
}

/**
 * Adds the options that an instance inherits from its class. Binds functions to the instance, because they can use
 * `this`.
 */
function readInherited(
  where: string,
  input: object,
  kinds: ReadonlyMap<string, OptionKind>,
  read: Record<string, unknown>,
): void {
  for (const [name, kind] of kinds) {
    const value = read[name] ?? ownOrInherited(input, name);
    if (value !== undefined) checkKind(where, name, kind, value);
    read[name] = kind === 'function' ? (value as Bindable | undefined)?.bind(input) : value;
  }
}
