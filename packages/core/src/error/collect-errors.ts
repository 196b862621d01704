import { isPromise } from '../internal/awaitable.ts';
import type { ErrorObject } from '../spec/document/error-object.ts';
import { JsonApiError } from './json-api-error.ts';

/** The values of several parts of a request, in their order. */
type Values<Parts extends readonly (() => unknown)[]> = { readonly [Index in keyof Parts]: ReturnType<Parts[Index]> };

/**
 * Parses several parts of a request, in their order. If some of them are invalid, parses the others as well, so that
 * the client receives all errors at once.
 *
 * @param parts Functions that return a value, or throw a `JsonApiError`.
 * @throws {JsonApiError} The errors of all parts, with the headers of all, and 403 or 409 if a part has it; if only one part is
 * invalid, the error of that part.
 * @throws Any other error of a part, immediately.
 * @see https://jsonapi.org/format/1.1/#errors-processing
 */
export function collectErrors<const Parts extends readonly (() => unknown)[]>(...parts: Parts): Values<Parts> {
  const faults: JsonApiError[] = [];
  const values = parts.map((read) => {
    try {
      return read();
    } catch (error) {
      if (!JsonApiError.is(error) || error.status >= 500) throw error;
      faults.push(error);
      return undefined;
    }
  });
  const [first] = faults;
  if (first === undefined) return values as unknown as Values<Parts>;
  if (faults.length === 1) throw first;
  const errors: readonly ErrorObject[] = faults.flatMap((fault) => fault.errors);
  // The specification requires these two of some errors; for several others, it recommends 400.
  const status = faults.find((fault) => fault.status === 403 || fault.status === 409)?.status;
  throw new JsonApiError(errors, { status, headers: Object.assign({}, ...faults.map(({ headers }) => headers)) });
}

/** The result of a function, now or later: a value to return, or an error to throw. */
export function outcomeOf<Value>(run: () => Value | Promise<Value>): (() => Value) | Promise<() => Value> {
  const fail = (error: unknown) => (): never => {
    throw error;
  };
  try {
    const value = run();
    return isPromise(value) ? Promise.resolve(value).then((it) => () => it, fail) : () => value;
  } catch (error) {
    return fail(error);
  }
}

/** Throws an error together with those of other parts of the request. Another error than a {@link JsonApiError} is thrown alone. */
export async function throwWith(fault: unknown, readOthers: () => unknown): Promise<never> {
  const others = JsonApiError.is(fault) ? await outcomeOf(readOthers) : undefined;
  const fail = (): never => {
    throw fault;
  };
  collectErrors(fail, () => others?.());
  return fail();
}
