import { callerOf } from './caller.ts';
import { names } from './names.ts';

/** Returns whether the code of a file reads the properties. Other code reads undefined. */
export type IsReader = (file: string) => boolean;

/**
 * How often in one test each property looks for the code that reads it. Later reads in the test return undefined: looking takes 3 microseconds,
 * and tests with properties of their own, and with long documents, read some names millions of times.
 */
const READS = 500;

/** Returns a property of `Object.prototype` that only some files can read. An assignment adds an own property, as without it. */
function propertyOf(
  name: string,
  value: unknown,
  canRead: (called: () => unknown, from: unknown) => boolean,
): PropertyDescriptor {
  return {
    get: function read(this: unknown): unknown {
      return canRead(read, this) ? value : undefined;
    },
    set(this: unknown, own: unknown) {
      if (typeof this !== 'object' && typeof this !== 'function') return;
      Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true });
    },
    enumerable: false,
    configurable: true,
  };
}

/** Names that other libraries look for with `in`, which no accessor can hide: the responses of `fetch` in Node would not have a status. */
const lookedForByOthers: ReadonlySet<string> = new Set(['status', 'body', 'type']);

/**
 * The names of the properties. Without indexes of arrays: with an accessor for index 0, each `push` of each library would call it. The
 * scenarios of `npm run prototypes` have them.
 */
export const pollutedNames: readonly string[] = names.filter(
  (name) => !/^-?\d+$/.test(name) && !lookedForByOthers.has(name),
);

/** Adds properties to `Object.prototype`, and removes them. */
export interface Pollution {
  readonly start: () => void;
  /** Called before each test. */
  readonly restart: () => void;
  readonly end: () => void;
}

/**
 * Creates properties of `Object.prototype` with these values, in turn. Only code of the chosen files can read them, because test
 * tools and other libraries fail by themselves: Vitest reads `name`, and Node reads `signal`, from objects that do not have them.
 * `for … in` does not find them, because Zod and Vitest fail by themselves if it does. The scenarios of `npm run prototypes` have
 * properties that it finds.
 */
export function createPollution(values: readonly unknown[], isReader: IsReader): Pollution {
  const left = new Map<string, number>();
  const restart = (): void => {
    for (const name of pollutedNames) left.set(name, READS);
  };
  const properties = Object.fromEntries(
    pollutedNames.map((name, index) => {
      const canRead = (called: () => unknown, from: unknown): boolean => {
        // Code that compares a member with that of the prototype itself must find the same value, also after the last read.
        if (from === Object.prototype) return isReader(callerOf(called));
        const reads = left.get(name) ?? 0;
        if (reads === 0) return false;
        left.set(name, reads - 1);
        return isReader(callerOf(called));
      };
      return [name, propertyOf(name, values[index % values.length], canRead)];
    }),
  );
  return {
    start() {
      restart();
      Object.defineProperties(Object.prototype, properties);
    },
    restart,
    end() {
      for (const name of pollutedNames) Reflect.deleteProperty(Object.prototype, name);
    },
  };
}
