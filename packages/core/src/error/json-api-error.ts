import { ownMembers } from '../internal/members.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { ErrorObject, ErrorSource } from '../spec/document/error-object.ts';
import type { KeyOf } from './chapters/english-messages.ts';
import { type ErrorCode, errorTable } from './chapters/error-table.ts';
import { boundedSource, chapterErrorObject, type ErrorFacts } from './create-error-object.ts';
import { type ErrorIssue, type ErrorOrigin, origin } from './error-values.ts';
import { detailOf, type MessagePart, messagePart, type ValuesOf } from './message-part.ts';

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
  /** Response headers that belong to the status. */
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
  /** Response headers that belong to the status, such as `Allow` for 405. */
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

/** The keys of the sentences of these codes. */
export type ErrorKey<Code extends ErrorCode = ErrorCode> = KeyOf<Code>;

/** The sentences that follow the first one. */
export type MoreMessages = readonly (MessagePart | undefined)[];

/**
 * Creates an error object from an entry of a chapter: its code, its sentence, and the values of the sentence.
 *
 * @param chapter The part of the table with the code: bundlers drop the others.
 * @param issue The issue of the schema that found the error.
 */
export function errorIn<Code extends ErrorCode, Key extends ErrorKey<Code>>(
  chapter: Readonly<Record<Code, ErrorFacts>>,
  key: Key,
  values: ValuesOf<Key>,
  source?: ErrorSource,
  more: MoreMessages = [],
  issue?: object,
): ErrorObject {
  const parts = Object.freeze([messagePart(chapter, key, values), ...more.filter((it) => it !== undefined)]);
  const facts: ErrorOrigin = Object.freeze({ parts, issue: issue as ErrorIssue | undefined });
  const [code] = key.split('.') as [Code];
  return chapterErrorObject(chapter, code, detailOf(parts), source, { [origin]: facts });
}

/** Creates an error object from an entry of any chapter. */
export function errorOf<Key extends ErrorKey>(
  key: Key,
  values: ValuesOf<Key>,
  source?: ErrorSource,
  more?: MoreMessages,
): ErrorObject {
  return errorIn(errorTable, key, values, boundedSource(source), more);
}

/** Creates the error to throw from an entry of any chapter. */
export function rejection<Key extends ErrorKey>(
  key: Key,
  values: ValuesOf<Key>,
  source?: ErrorSource,
  options?: JsonApiErrorOptions,
): JsonApiError {
  return new JsonApiError(errorOf(key, values, source), options);
}
