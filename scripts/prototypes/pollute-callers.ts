import { names } from '../../packages/server/test/prototypes/names.ts';
import { callerOf } from './caller.ts';

/** Returns whether the code of a file reads the properties. Other code reads undefined. */
export type IsReader = (file: string) => boolean;

/** Returns a property of `Object.prototype` that only some files can read. An assignment adds an own property, as without it. */
function propertyOf(name: string, value: unknown, isReader: IsReader): PropertyDescriptor {
  return {
    get: function read(): unknown {
      return isReader(callerOf(read)) ? value : undefined;
    },
    set(this: unknown, own: unknown) {
      if (typeof this !== 'object' && typeof this !== 'function') return;
      Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true });
    },
    enumerable: true,
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
  readonly end: () => void;
}

/**
 * Creates properties of `Object.prototype` with these values, in turn. Only code of the chosen files can read them, because test
 * tools and other libraries fail by themselves: Vitest reads `name`, and Node reads `signal`, from objects that do not have them.
 */
export function createPollution(values: readonly unknown[], isReader: IsReader): Pollution {
  const properties = Object.fromEntries(
    pollutedNames.map((name, index) => [name, propertyOf(name, values[index % values.length], isReader)]),
  );
  let users = 0;
  return {
    start() {
      users++;
      if (users === 1) Object.defineProperties(Object.prototype, properties);
    },
    end() {
      users--;
      if (users === 0) for (const name of pollutedNames) Reflect.deleteProperty(Object.prototype, name);
    },
  };
}
