import { requestMessagesOfHosts } from '../error/chapters/request-errors.ts';
import { causeOf, errorParts, errorStatusOf } from '../error/error-parts.ts';
import { errorIn, JsonApiError } from '../error/json-api-error.ts';
import { mustReport } from '../error/rejected-by-source.ts';
import { type Awaitable, andThen, isPromise } from '../internal/awaitable.ts';
import { JSON_API_MEDIA_TYPE } from '../media-type/media-type.ts';
import type { Negotiated } from '../media-type/negotiated.ts';
import type { ErrorDocument } from '../spec/document/document.ts';
import type { ErrorObject } from '../spec/document/error-object.ts';
import type { TopLevelLinks } from '../spec/document/links-object.ts';
import { jsonapiObject } from './jsonapi.ts';
import { outgoingHeaders } from './outgoing-headers.ts';
import type { HttpResponse } from './received-request.ts';

/** Error objects for a response, and the problems of the original error objects. */
export interface OutgoingErrors {
  readonly errors: readonly ErrorObject[];
  /** One sentence for each value that was changed or removed, for the log of the application. */
  readonly problems: readonly string[];
}

/** How responses to errors are made. */
export interface ErrorAnswering {
  /** The maximum number of errors in a response. Further errors are omitted. */
  readonly most: number;
  /** Receives unexpected failures, with the id in the response. */
  readonly report?: ((error: unknown, id: string) => unknown) | undefined;
  /** The result of negotiation: the media type and the `jsonapi` member match it. */
  readonly negotiated?: Negotiated | undefined;
  /** The top-level links of the document. */
  readonly links?: TopLevelLinks | undefined;
  /** Checks the error objects of a `JsonApiError`. Without it, they are sent as they are. */
  check?(errors: readonly unknown[], status: number): OutgoingErrors;
  /** Completes error objects, for example with strings in another language. */
  complete?(errors: readonly ErrorObject[]): Awaitable<readonly ErrorObject[]>;
  /** Adds members to error objects that are complete. */
  addMembers?(errors: readonly ErrorObject[]): readonly ErrorObject[];
  /** Returns headers that depend on the completed and the original errors. */
  fieldsOf?(errors: readonly ErrorObject[], original: readonly ErrorObject[]): Readonly<Record<string, string>>;
  /** Whether an error is not reported, although its status is that of a failure. */
  isExpected?(thrown: unknown): boolean;
}

/** Returns the id of an error object, or a new id. */
function idOf(error: ErrorObject | undefined): string {
  const id = error && errorParts(error).id;
  return typeof id === 'string' ? id : crypto.randomUUID();
}

/** The status, headers, and errors of a response, and the problems of those of the `JsonApiError`. */
interface Answer extends OutgoingErrors {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether there are more errors than the response contains. */
  readonly isTruncated: boolean;
}

/** Creates a response from a `JsonApiError`. Returns undefined if it contains no error object. */
function answerOf(thrown: JsonApiError, answering: ErrorAnswering): Answer | undefined {
  const { status: declaredStatus, errors: list } = thrown;
  if (!Array.isArray(list)) return undefined;
  const status = errorStatusOf(declaredStatus);
  const kept: readonly ErrorObject[] = list.slice(0, answering.most);
  const { errors, problems } = answering.check?.(kept, Number(status ?? 500)) ?? { errors: kept, problems: [] };
  if (errors.length === 0) return undefined;
  const all =
    status === undefined ? ['`status` must be the status of an HTTP error, 400 to 599.', ...problems] : [...problems];
  return {
    status: Number(status ?? 500),
    headers: outgoingHeaders(thrown),
    errors,
    problems: all,
    isTruncated: list.length > answering.most,
  };
}

const MAX_PROBLEMS = 10;

/** Creates the failure of a `JsonApiError` of the application whose invalid parts the response omits. */
function problemOf(thrown: unknown, { problems }: Pick<OutgoingErrors, 'problems'>): TypeError {
  const shown = problems.slice(0, MAX_PROBLEMS).join(' ');
  const rest = problems.length > MAX_PROBLEMS ? ` And ${problems.length - MAX_PROBLEMS} more.` : '';
  const message = `A JsonApiError must have a valid status and valid error objects: ${shown}${rest}`;
  return new TypeError(message, { cause: thrown });
}

/** Reports a failure. Ignores errors of the hook: the client must receive the response. */
export function reportFailure({ report }: Pick<ErrorAnswering, 'report'>, error: unknown, id: string): void {
  const ignore = (): void => undefined;
  try {
    Promise.resolve(report?.(error, id)).catch(ignore);
  } catch {
    ignore();
  }
}

/**
 * Reports a `JsonApiError`, at most once: if the response omits parts of it, or if it is a failure of the server, such as a timeout, a
 * database that cannot be reached, or one that rejects the account of the server. Adds the id in the log to the first error of a failure, even if the client can retry.
 */
function reportOnce(
  thrown: JsonApiError,
  errors: readonly ErrorObject[],
  answer: Answer,
  answering: ErrorAnswering,
): readonly ErrorObject[] {
  const [first, ...others] = errors;
  const id = idOf(first);
  const isFailure = answer.status >= 500 || mustReport(causeOf(thrown));
  if (answer.problems.length > 0) reportFailure(answering, problemOf(thrown, answer), id);
  else if (first !== undefined && isFailure && answering.isExpected?.(thrown) !== true) {
    reportFailure(answering, causeOf(thrown) ?? thrown, id);
    return [{ id, ...first }, ...others];
  }
  return errors;
}

function respond(
  { status, headers }: Pick<JsonApiError, 'status' | 'headers'>,
  errors: readonly ErrorObject[],
  original: readonly ErrorObject[],
  answering: ErrorAnswering,
  isTruncated: boolean = false,
): HttpResponse {
  const { links, negotiated, most } = answering;
  const shown = answering.addMembers?.(errors) ?? errors;
  const document: ErrorDocument = {
    jsonapi: jsonapiObject(negotiated),
    ...(isTruncated && { meta: { errors: { truncated: true, limit: most } } }),
    ...(links && { links }),
    errors: shown,
  };
  const all = {
    ...headers,
    'Content-Type': negotiated?.contentType ?? JSON_API_MEDIA_TYPE,
    Vary: 'Accept',
    'Cache-Control': 'no-store',
    ...answering.fieldsOf?.(errors, original),
  };
  return { status, headers: all, body: JSON.stringify(document) };
}

/** Completes the error of an unexpected failure. Returns it unchanged if that fails. */
function completeFailure(error: ErrorObject, answering: ErrorAnswering): Awaitable<ErrorObject> {
  try {
    const completing = answering.complete?.([error]) ?? [error];
    return andThen(completing, (completed) => completed.at(0) as ErrorObject);
  } catch (failure) {
    reportFailure(answering, failure, crypto.randomUUID());
    return error;
  }
}

/** Creates the error object of an unexpected failure: a generic 500 error. Its `id` is also reported. */
function respondToUnexpected(failure: unknown, answering: ErrorAnswering): Awaitable<HttpResponse> {
  const error = errorIn(requestMessagesOfHosts, 'INTERNAL_ERROR.recorded', {});
  return andThen(completeFailure(error, answering), (completed) => {
    const id = idOf(completed);
    reportFailure(answering, failure, id);
    return respond({ status: 500, headers: {} }, [{ id, ...completed }], [error], answering);
  });
}

/**
 * Converts a thrown value to a response. Anything but a `JsonApiError` becomes a generic 500. If members of a
 * `JsonApiError` are invalid, the document omits them, and `report` receives a TypeError that names them.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export function answerError(thrown: unknown, answering: ErrorAnswering): Awaitable<HttpResponse> {
  // The headers are not valid, or reading the thrown value fails: a proxy or a getter throws.
  const unexpected = (failure: unknown) => respondToUnexpected(failure, answering);
  try {
    if (!JsonApiError.is(thrown)) return unexpected(thrown);
    const answer = answerOf(thrown, answering);
    if (answer === undefined) {
      const message = '`errors` of a JsonApiError must be an array with at least one error object.';
      return unexpected(new TypeError(message, { cause: thrown }));
    }
    const result = andThen(answering.complete?.(answer.errors) ?? answer.errors, (completed) => {
      const errors = reportOnce(thrown, completed, answer, answering);
      return respond(answer, errors, answer.errors, answering, answer.isTruncated);
    });
    return isPromise(result) ? Promise.resolve(result).catch(unexpected) : result;
  } catch (failure) {
    return unexpected(failure);
  }
}
