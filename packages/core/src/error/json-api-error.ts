import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { ownMembers } from '../internal/own-members.ts';
import type { ErrorObject } from '../spec/document/error-object.ts';

const BRAND = Symbol.for('linkage.JsonApiError');

const optionsTable: OptionTable = optionTable({ cause: 'any', headers: 'object', status: 'number' });

function messageOf(error: ErrorObject): string {
  const { detail, title, code }: ErrorObject = ownMembers(error);
  // A client can create the error from what any server sent, and a program without types from anything.
  return [detail, title, code].find((it) => typeof it === 'string') ?? 'Unnamed error';
}

/** Returns the status of one error object, or 500 if it does not contain a client or server error status. */
function statusOf(error: ErrorObject): number {
  const { status }: { readonly status?: unknown } = ownMembers(error);
  const text = typeof status === 'string' || typeof status === 'number' ? String(status) : '';
  return /^[45]\d\d$/.test(text) ? Number(text) : 500;
}

/**
 * Returns one status for several errors: their common status, 500 if all are server errors, otherwise 400.
 *
 * @see https://jsonapi.org/format/1.1/#errors-processing
 */
function commonStatus(errors: readonly ErrorObject[]): number {
  const statuses = new Set(errors.map(statusOf));
  const [first = 500] = statuses;
  if (statuses.size === 1) return first;
  return Math.min(...statuses) >= 500 ? 500 : 400;
}

/** Options of `JsonApiError`. */
export interface JsonApiErrorOptions {
  /** The original error, for logs. It is never part of a response. */
  readonly cause?: unknown;
  /** Response header fields that belong to the status. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The status that the specification requires for one of several errors. Default: the common status of the errors. */
  readonly status?: number | undefined;
}

/**
 * A request that cannot be fulfilled, with every error that was found. Recognize it with `JsonApiError.is`, which also
 * works if two copies of the library are installed.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export class JsonApiError extends Error {
  override readonly name = 'JsonApiError';
  /** The HTTP status of the response. */
  readonly status: number;
  /** One or more error objects. */
  readonly errors: readonly ErrorObject[];
  /** Response header fields that belong to the status, such as `Allow` for 405. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * Accepts one error object or several. Does not validate them: an error about an error would hide the original error.
   * The server checks error objects before it responds.
   *
   * @throws {TypeError} If the list of errors is empty.
   */
  constructor(errors: ErrorObject | readonly ErrorObject[], options: JsonApiErrorOptions = {}) {
    const { cause, headers, status } = readOptions('JsonApiError', options, optionsTable);
    const list: readonly ErrorObject[] = [errors].flat();
    super(list.map(messageOf).join(' '), cause === undefined ? undefined : { cause });
    Object.defineProperty(this, BRAND, { value: true });
    if (list.length === 0) throw new TypeError('JsonApiError: `errors` must contain an error object.');
    this.errors = Object.freeze(list.map((error) => Object.freeze({ ...error })));
    this.status = status ?? commonStatus(list);
    this.headers = Object.freeze({ ...headers });
  }

  /** Whether a thrown value is a `JsonApiError` of any copy of the library. */
  static is(value: unknown): value is JsonApiError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
