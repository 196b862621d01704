import { memberOf, type OptionTable, readOptions } from '@linkage/core/internal';

/** Whether an object is an instance with a method. A plain object can have options of any name. */
function hasMethod(object: object, name: string): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype !== Object.prototype && prototype !== null && typeof memberOf(object, name) === 'function';
}

function fail(where: string, rest: string): never {
  const [at, name = 'options'] = where.split(/: (?=[^:]+$)/);
  throw new TypeError(`${at}: \`${name}\` must be an object with members, but it is ${rest}`);
}

/**
 * Rejects a promise. A server would read no members from it.
 *
 * @throws {TypeError} If the value is a promise.
 */
export function assertNotPromise(where: string, value: unknown): void {
  if (typeof value === 'object' && value !== null && hasMethod(value, 'then'))
    fail(where, 'a promise. Write `await` before it.');
}

/**
 * Rejects an object whose contents are not its members. A server would accept it, and ignore its contents.
 *
 * @param where The path of the object, such as `createServer: limits`.
 * @throws {TypeError} If the object is a promise, a `Map`, a `Headers` object, or another collection.
 */
export function assertNotContainer(where: string, object: unknown): void {
  assertNotPromise(where, object);
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return;
  if (!hasMethod(object, 'entries')) return;
  fail(where, 'a collection, such as a `Map` or `Headers`.');
}

/**
 * Reads an options object like `readOptions`, and rejects an object whose contents are not its members.
 *
 * @throws {TypeError} If it is not an object with members, contains an unknown option, or an option has a value of another kind.
 */
export function readSettings<Options extends object>(where: string, input: Options, table: OptionTable): Options {
  assertNotContainer(where, input);
  return readOptions(where, input, table);
}
