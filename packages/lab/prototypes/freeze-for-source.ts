import { builtIns } from './built-ins.ts';
import { callerOf } from './caller.ts';

/** Returns whether the code of a file cannot assign to inherited members. */
export type IsForbidden = (file: string) => boolean;

/**
 * Returns an accessor with the value of a property of a frozen object. If other code assigns to the property of an object that inherits it,
 * the object gets a property of its own, as without freezing. If code of the chosen files does, the assignment throws, as with freezing.
 */
export function overridable(
  owner: object,
  name: PropertyKey,
  value: unknown,
  isForbidden: IsForbidden,
): PropertyDescriptor {
  return {
    get: () => value,
    set: function write(this: unknown, own: unknown) {
      if (this === owner || isForbidden(callerOf(write))) {
        throw new TypeError(`Cannot assign to the frozen property '${String(name)}'.`);
      }
      if ((typeof this !== 'object' && typeof this !== 'function') || this === null) return;
      Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true });
    },
    enumerable: false,
    configurable: true,
  };
}

/**
 * Freezes the built-in prototypes and constructors for code of the chosen files. Other code can still assign to properties that its objects
 * inherit, because test tools and other libraries do: fast-check to `toString`, Vitest to `now` of a class that extends `Date`.
 */
export function freezeFor(isForbidden: IsForbidden): void {
  for (const [name, object] of builtIns()) {
    // Node sets `Error.stackTraceLimit` while it loads modules and reports errors.
    if (name === 'Error') continue;
    for (const key of Reflect.ownKeys(object)) {
      const found = Reflect.getOwnPropertyDescriptor(object, key);
      if (found === undefined || !('value' in found) || found.writable !== true || found.configurable !== true)
        continue;
      Object.defineProperty(object, key, {
        ...overridable(object, key, found.value, isForbidden),
        enumerable: found.enumerable ?? false,
      });
    }
    Object.freeze(object);
  }
}
