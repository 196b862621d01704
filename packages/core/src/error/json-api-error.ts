import type { ErrorObject } from '../document/error-object.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';

const BRAND = Symbol.for('linkage.JsonApiError');

const optionsTable: OptionTable = optionTable({ cause: 'any', headers: 'object', status: 'number' });

const noTexts = { status: undefined, detail: undefined, title: undefined, code: undefined } as unknown as ErrorObject;

function messageOf(error: ErrorObject): string {
  const { detail, title, code }: ErrorObject = { ...noTexts, ...error };
  return detail ?? title ?? code ?? 'Unnamed problem';
}

/** The status of one problem; 500 when it names none that an error can have. */
function statusOf(error: ErrorObject): number {
  const { status = '500' }: ErrorObject = { ...noTexts, ...error };
  return /^[45]\d\d$/.test(status) ? Number(status) : 500;
}

/**
 * The one status for several problems: theirs when they agree, 500 when all are server errors, else 400.
 *
 * @see https://jsonapi.org/format/1.1/#errors-processing
 */
function commonStatus(errors: readonly ErrorObject[]): number {
  const statuses = new Set(errors.map(statusOf));
  const [first = 500] = statuses;
  if (statuses.size === 1) return first;
  return Math.min(...statuses) >= 500 ? 500 : 400;
}

/** What a `JsonApiError` carries besides its problems. */
export interface JsonApiErrorOptions {
  /** For logs; it never reaches a response. */
  readonly cause?: unknown;
  /** Response headers that belong to the status. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The status that the specification demands for one of several problems. Default: the one they have in common. */
  readonly status?: number | undefined;
}

/**
 * A request that cannot be answered as asked, with every problem found in it.
 *
 * Recognise it with `JsonApiError.is`, which also works when two copies of the library are installed.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export class JsonApiError extends Error {
  override readonly name = 'JsonApiError';
  /** The HTTP status of the response. */
  readonly status: number;
  /** One error object per problem, at least one. */
  readonly errors: readonly ErrorObject[];
  /** Response headers that belong to the status, such as `Allow` with 405. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * Takes one problem or several. Does not validate them: an error about an error would hide the original problem. The
   * server checks error objects before it responds.
   *
   * @throws {TypeError} The list of problems is empty.
   */
  constructor(errors: ErrorObject | readonly ErrorObject[], options: JsonApiErrorOptions = {}) {
    const { cause, headers, status } = readOptions('JsonApiError', options, optionsTable);
    const list: readonly ErrorObject[] = Array.isArray(errors) ? errors : [errors as ErrorObject];
    super(list.map(messageOf).join(' '), cause === undefined ? undefined : { cause });
    Object.defineProperty(this, BRAND, { value: true });
    if (list.length === 0) throw new TypeError('A JsonApiError takes one error object or more.');
    this.errors = Object.freeze(list.map((error) => Object.freeze({ ...error })));
    this.status = status ?? commonStatus(list);
    this.headers = Object.freeze({ ...headers });
  }

  /** Whether a thrown value is a `JsonApiError`, of whatever copy of the library. */
  static is(value: unknown): value is JsonApiError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
