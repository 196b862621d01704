import { ignoreRejection } from '../internal/awaitable.ts';
import { oncePer } from '../internal/once-per.ts';
import { resultAtOnce } from './schema-result.ts';
import type { StandardSchema } from './standard-schema.ts';

/** The members of a definition of zod that are functions of an application; `refinement` is of zod 3. */
const functionNames = ['fn', 'transform', 'reverseTransform', 'refinement', 'getter'] as const;
/** The guarded functions, and whether each was declared with `async`. */
const guarded = new WeakMap<object, boolean>();

type Members = Record<string, unknown>;
interface Part extends Members {
  /** The internals of a schema and of a check in zod 4. */
  readonly _zod?: Members & { readonly def: Members };
}

/** A promise whose rejection is handled, as is that of each promise that follows from it. */
class Handled<Value> extends Promise<Value> {
  // biome-ignore lint/suspicious/noThenProperty: zod chains promises and then drops them
  override then<A = Value, B = never>(
    onValue?: ((value: Value) => A | PromiseLike<A>) | null,
    onReason?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const next = super.then(onValue, onReason);
    super.then.call(next, undefined, () => undefined);
    return next;
  }
}

/** Replaces a function by one that handles the rejection of its promise. Returns whether it was declared with `async`. */
function guard(holder: Members, name: string): boolean {
  const own = holder[name];
  if (typeof own !== 'function') return false;
  const known = guarded.get(own);
  if (known !== undefined) return known;
  const handled = (...values: readonly unknown[]): unknown => {
    const given: unknown = own(...values);
    if (name === 'getter') handlePromises(given as object);
    const result = given instanceof Promise ? Handled.resolve(given) : given;
    ignoreRejection(result);
    return result;
  };
  const isAsync = Object.prototype.toString.call(own) === '[object AsyncFunction]';
  guarded.set(handled, isAsync);
  Reflect.set(holder, name, handled);
  return isAsync;
}

/** Returns a member; undefined if a getter refers to a schema that is declared later. zod calls the function of a default in a getter. */
function readMember(part: Members, name: string): unknown {
  try {
    return name === 'defaultValue' ? undefined : part[name];
  } catch {
    return undefined;
  }
}

/**
 * Makes zod handle each promise of the checks and transforms of an application. zod calls these functions, drops what they return if it
 * is a promise, and calls them again to wait for it: the rejection of the first promise, or of the second of two checks, would end the
 * process. Schemas without such functions stay as they are. Returns whether one of the functions was declared with `async`.
 */
const handlePromises = oncePer((schema: object): boolean => {
  const parts = new Set<unknown>([schema]);
  const calls: [Members, string][] = [];
  const runs: Members[] = [];
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    const { _zod } = part as Part;
    if (_zod?.def['check'] === 'custom') calls.push([_zod, 'check']);
    if (_zod !== undefined) runs.push(_zod);
    const isDefinition = !('~standard' in part);
    for (const name of functionNames)
      if (isDefinition && typeof readMember(part as Members, name) === 'function') calls.push([part as Members, name]);
    for (const name of Object.keys(part)) parts.add(readMember(part as Members, name));
    parts.add(_zod?.def);
  }
  // A part returns a promise that follows from those in it, and another part can drop it.
  if (calls.length > 0) for (const run of runs) guard(run, 'run');
  return calls.map(([holder, name]) => guard(holder, name)).includes(true);
});

/** Whether a value is a Standard Schema. Each schema passes here once, when it is declared. */
export function isSchema(value: StandardSchema | undefined): boolean {
  const standard = value?.['~standard'];
  if (typeof standard?.validate !== 'function') return false;
  if (standard.vendor === 'zod') handlePromises(value as object);
  return true;
}

export const strings = ['', 'a', '0', '1'] as const;
export const others: readonly unknown[] = [
  ...[0, 1, -1, 0.5, 7, 42, 100, 1000, 1_000_000, 0n, 1n, 1000n, true, false, new Date(0), {}, []],
];

/**
 * Whether a schema is known to be asynchronous: a function in it was declared with `async`, or it returns a promise for one of the
 * examples. A Standard Schema does not declare this.
 */
export function isAsynchronous(schema: StandardSchema): boolean {
  if (schema['~standard'].vendor === 'zod' && handlePromises(schema)) return true;
  return [null, ...strings, ...others].some((value) => {
    try {
      return resultAtOnce(schema, value) === undefined;
    } catch {
      return false;
    }
  });
}
