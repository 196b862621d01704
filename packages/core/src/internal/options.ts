import { describeValue, listNames, suggestName, truncate } from './describe-value.ts';
import { isObject, isPlainObject, memberOf } from './members.ts';

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
  /**
   * Returns an object in which every known option is undefined. Own members hide inherited members of
   * `Object.prototype`.
   */
  readonly create: () => Record<string, unknown>;
  /** Such an object for calls without options. It is frozen, because all these calls share it. */
  readonly blank: Readonly<Record<string, unknown>>;
}

/**
 * Creates the table for `readOptions`.
 *
 * @param create Returns an object literal in which every option is undefined. Options that are read in every call of a
 * function need it: V8 creates a literal in 5 ns, and the default, a copy of an object of any shape, in 130 ns.
 */
/* @__NO_SIDE_EFFECTS__ */
export function optionTable<Kinds extends Readonly<Record<string, OptionKind>>>(
  kinds: Kinds,
  what: string = 'option',
  create?: () => { [Name in keyof Kinds]: undefined },
): OptionTable {
  const blank = Object.freeze(Object.fromEntries(Object.keys(kinds).map((name) => [name, undefined])));
  return { what, kinds: new Map(Object.entries(kinds)), create: create ?? (() => ({ ...blank })), blank };
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
  if (kind === 'any' || kind === typeof value) return kind !== 'object' || isObject(value);
  if (typeof kind !== 'string') return kind.includes(value as string);
  return (
    kind.startsWith('array') &&
    Array.isArray(value) &&
    value.every((it) => kind === 'array' || (it !== null && kind === `array of ${typeof it}s`))
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
  const { kinds, what } = table;
  if (!isObject(input)) {
    const [at, name = `${what}s`] = where.split(/: (?=[^:]+$)/);
    checkKind(at as string, name, 'object', input);
  }
  let read: Record<string, unknown> | undefined;
  // V8 enumerates the names of an object, and reads their values in this loop, faster than it creates an array of them.
  for (const name in input) {
    if (!Object.hasOwn(input, name)) continue;
    const kind = kinds.get(name);
    if (kind === undefined) {
      throw new TypeError(`${where}: unknown ${what} "${truncate(name)}".${knownNames(name, [...kinds.keys()], what)}`);
    }
    const value: unknown = input[name];
    if (value !== undefined) checkKind(where, name, kind, value);
    read ??= table.create();
    read[name] = value;
  }
  if (!isPlainObject(input)) {
    read ??= table.create();
    readInherited(where, input, kinds, read);
  }
  return (read ?? table.blank) as Options;
}

/** Like `readOptions`, for options that a user can omit: a call without options reads none. */
export function readOptional<Options extends object>(
  where: string,
  input: Options | undefined,
  table: OptionTable,
): Options {
  return input === undefined ? (table.blank as Options) : readOptions(where, input, table);
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
    const value = read[name] ?? memberOf(input, name);
    if (value !== undefined) checkKind(where, name, kind, value);
    read[name] = kind === 'function' ? (value as Bindable | undefined)?.bind(input) : value;
  }
}
