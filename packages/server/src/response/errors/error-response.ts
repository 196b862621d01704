import { type ErrorDocument, type ErrorObject, JSON_API_MEDIA_TYPE, JsonApiError } from '@linkage/core';
import { causeOf, errorOf, errorParts, jsonapiObject, mustReport, outgoingHeaders } from '@linkage/core/internal';
import { type JsonApiRequest, type JsonApiResponse, responseOf } from '../../http.ts';
import { andThen, isPromiseLike } from '../../internal/awaitable.ts';
import { isOverloaded } from '../../request/overload/admission.ts';
import type { Awaitable } from '../../sources/port/data-source.ts';
import { writtenHooks } from '../members/plug-in-hooks.ts';
import { completeErrors, type ErrorAnswering, reportFailure } from './complete-errors.ts';
import { contentLanguage } from './error-language.ts';
import { withErrorMembers } from './error-members.ts';
import { errorStatusOf, type OutgoingErrors, outgoingErrors } from './outgoing-errors.ts';

/** Returns the id of an error object, or a new id. */
function idOf(error: ErrorObject | undefined): string {
  const id = error && errorParts(error).id;
  return typeof id === 'string' ? id : crypto.randomUUID();
}

/** The status, header fields, and errors of a response, and the problems of those of the `JsonApiError`. */
interface Answer extends OutgoingErrors {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether there are more errors than the response contains. */
  readonly isTruncated: boolean;
}

/** Creates a response from a `JsonApiError`. Returns undefined if it contains no error object. */
function answerOf(thrown: JsonApiError, { most, applied }: ErrorAnswering): Answer | undefined {
  const { status: statedStatus, errors: list } = thrown;
  if (!Array.isArray(list)) return undefined;
  const status = errorStatusOf(statedStatus);
  const extensions = applied && writtenHooks(applied).extensions.map(({ extension }) => extension);
  const { errors, problems } = outgoingErrors(list.slice(0, most), Number(status ?? 500), extensions);
  if (errors.length === 0) return undefined;
  const all =
    status === undefined ? ['`status` must be the status of an HTTP error, 400 to 599.', ...problems] : [...problems];
  return {
    status: Number(status ?? 500),
    headers: outgoingHeaders(thrown),
    errors,
    problems: all,
    isTruncated: list.length > most,
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

/**
 * Reports a `JsonApiError`, at most once: if the response omits parts of it, or if it is a failure of the server, such as a timeout, a
 * database that cannot be reached, or one that refuses the account of the server. Adds the id in the log to the first error of a failure, even if the client can retry.
 */
function reportOnce(
  thrown: JsonApiError,
  errors: readonly ErrorObject[],
  answer: Answer,
  answering: ErrorAnswering,
): readonly ErrorObject[] {
  const [first, ...others] = errors;
  const id = idOf(first);
  if (answer.problems.length > 0) reportFailure(answering, problemOf(thrown, answer), id);
  else if (first !== undefined && (answer.status >= 500 || mustReport(causeOf(thrown))) && !isOverloaded(thrown)) {
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
): JsonApiResponse {
  const { hooks, language, links, applied, most } = answering;
  const negotiated = applied?.negotiated;
  const onFailure = (failure: unknown): void => reportFailure(answering, failure, crypto.randomUUID());
  const shown = withErrorMembers(errors, applied, onFailure);
  const document: ErrorDocument = {
    jsonapi: jsonapiObject(negotiated),
    ...(isTruncated && { meta: { errors: { truncated: true, limit: most } } }),
    ...(links && { links }),
    errors: shown,
  };
  const all = {
    ...headers,
    'Content-Type': negotiated?.contentType ?? JSON_API_MEDIA_TYPE,
    Vary: hooks?.localize === undefined && language === undefined ? 'Accept' : 'Accept, Accept-Language',
    'Cache-Control': 'no-store',
    ...contentLanguage(errors, original, language),
  };
  return responseOf(status, all, JSON.stringify(document));
}

/** Describes the error of an unexpected failure. Returns it unchanged if the hooks cannot be read. */
function completeFailure(
  error: ErrorObject,
  request: JsonApiRequest,
  answering: ErrorAnswering,
): Awaitable<ErrorObject> {
  try {
    return andThen(completeErrors([error], request, answering), (completed) => completed.at(0) as ErrorObject);
  } catch (failure) {
    reportFailure(answering, failure, crypto.randomUUID());
    return error;
  }
}

/** Creates the error object of an unexpected failure: a generic 500 error. Its `id` is also passed to `onError`. */
function respondToUnexpected(
  failure: unknown,
  request: JsonApiRequest,
  answering: ErrorAnswering,
): Awaitable<JsonApiResponse> {
  const error = errorOf('INTERNAL_ERROR.recorded', {});
  return andThen(completeFailure(error, request, answering), (completed) => {
    const id = idOf(completed);
    reportFailure(answering, failure, id);
    return respond({ status: 500, headers: {} }, [{ id, ...completed }], [error], answering);
  });
}

/** Returns a copy without a prototype: an absent member could be read from `Object.prototype`. */
function ownAnswering(answering: ErrorAnswering, isAsync: boolean): ErrorAnswering {
  return { __proto__: null, ...answering, isAsync } as ErrorAnswering;
}

/**
 * Converts a thrown value to a response. An error document contains only the members of a `JsonApiError`. Anything else
 * becomes a generic 500. If members of a `JsonApiError` are invalid, the document omits them, and `report` receives a
 * TypeError that names them.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export function errorResponse(thrown: unknown, request: JsonApiRequest, answering: ErrorAnswering): JsonApiResponse {
  return respondToThrown(thrown, request, ownAnswering(answering, false)) as JsonApiResponse;
}

/** Like `errorResponse`, but waits for texts in another language. */
export function errorResponseAsync(
  thrown: unknown,
  request: JsonApiRequest,
  answering: ErrorAnswering,
): Awaitable<JsonApiResponse> {
  return respondToThrown(thrown, request, ownAnswering(answering, true));
}

function respondToThrown(
  thrown: unknown,
  request: JsonApiRequest,
  answering: ErrorAnswering,
): Awaitable<JsonApiResponse> {
  // The header fields are not valid, or reading the thrown value fails: a proxy or a getter throws.
  const unexpected = (failure: unknown) => respondToUnexpected(failure, request, answering);
  try {
    if (!JsonApiError.is(thrown)) return unexpected(thrown);
    const answer = answerOf(thrown, answering);
    if (answer === undefined) {
      const message = '`errors` of a JsonApiError must be an array with at least one error object.';
      return unexpected(new TypeError(message, { cause: thrown }));
    }
    const result = andThen(completeErrors(answer.errors, request, answering), (completed) => {
      const errors = reportOnce(thrown, completed, answer, answering);
      return respond(answer, errors, answer.errors, answering, answer.isTruncated);
    });
    return isPromiseLike(result) ? Promise.resolve(result).catch(unexpected) : result;
  } catch (failure) {
    return unexpected(failure);
  }
}
