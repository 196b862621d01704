import {
  describeErrors,
  type ErrorDocument,
  type ErrorHooks,
  type ErrorObject,
  errorObject,
  JSON_API_MEDIA_TYPE,
  JsonApiError,
  type Negotiated,
  type TopLevelLinks,
} from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import type { JsonApiRequest, JsonApiResponse } from '../http.ts';
import { headerOf } from '../request/headers.ts';
import { withErrorMembers } from './error-members.ts';
import { jsonapiObject } from './jsonapi.ts';
import { errorStatusOf, type OutgoingErrors, outgoingErrors } from './outgoing-errors.ts';
import { outgoingHeaders } from './outgoing-headers.ts';
import { type AppliedHooks, writtenHooks } from './plug-in-hooks.ts';

/** How the server responds to errors. */
export interface ErrorAnswering {
  /** The maximum number of errors in a response. Further errors are omitted. */
  readonly most: number;
  /** Receives unexpected failures, with the id in the response. */
  readonly report?: ((error: unknown, id: string) => unknown) | undefined;
  readonly hooks?: ErrorHooks | undefined;
  /** The result of negotiation, once it is known: the media type and the `jsonapi` member match it. */
  readonly negotiated?: Negotiated | undefined;
  /** The extensions and profiles that apply. They add members to error objects. */
  readonly applied?: AppliedHooks | undefined;
  /** The top-level links of the document. */
  readonly links?: TopLevelLinks | undefined;
}

/** The maximum length of an `Accept-Language` that a hook receives, in characters. */
const LONGEST_LANGUAGES = 1000;

function tell({ report }: ErrorAnswering, error: unknown, id: string): void {
  // The client must receive the response even if a hook throws or rejects.
  const ignore = (): void => undefined;
  try {
    Promise.resolve(report?.(error, id)).catch(ignore);
  } catch {
    ignore();
  }
}

/** Returns the id of an error object, or a new id. Ignores an inherited id. */
function idOf(error: ErrorObject | undefined): string {
  const id = error && fieldOf(error, 'id');
  return typeof id === 'string' ? id : crypto.randomUUID();
}

/** The status, header fields, and errors of a response, and the problems of those of the `JsonApiError`. */
interface Answer extends OutgoingErrors {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates a response from a `JsonApiError`. Returns undefined if it contains no error object. */
function answerOf(thrown: JsonApiError, { most, applied, negotiated }: ErrorAnswering): Answer | undefined {
  const { status: statedStatus, errors: list } = thrown;
  if (!Array.isArray(list)) return undefined;
  const status = errorStatusOf(statedStatus);
  const extensions = applied && writtenHooks(applied, negotiated).extensions.map(({ extension }) => extension);
  const { errors, problems } = outgoingErrors(list.slice(0, most), Number(status ?? 500), extensions);
  if (errors.length === 0) return undefined;
  const all =
    status === undefined ? ['`status` must be the status of an HTTP error, 400 to 599.', ...problems] : [...problems];
  return { status: Number(status ?? 500), headers: outgoingHeaders(thrown), errors, problems: all };
}

const MAX_PROBLEMS = 10;

/** Reports the problems of a `JsonApiError` of the application: the response omits the invalid parts. */
function tellProblems(thrown: unknown, { errors, problems }: OutgoingErrors, answering: ErrorAnswering): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, MAX_PROBLEMS).join(' ');
  const rest = problems.length > MAX_PROBLEMS ? ` And ${problems.length - MAX_PROBLEMS} more.` : '';
  const message = `A JsonApiError must have a valid status and valid error objects: ${shown}${rest}`;
  tell(answering, new TypeError(message, { cause: thrown }), idOf(errors[0]));
}

/**
 * Adds the ids of timeouts, which the log contains: a timeout is a failure of the server, even if the client can retry.
 */
function tellTimeouts(
  thrown: JsonApiError,
  errors: readonly ErrorObject[],
  answering: ErrorAnswering,
): readonly ErrorObject[] {
  return errors.map((error) => {
    if (error.code !== 'TIMED_OUT') return error;
    const id = idOf(error);
    tell(answering, thrown.cause ?? thrown, id);
    return { id, ...error };
  });
}

function languagesOf(request: JsonApiRequest): string | undefined {
  const languages = headerOf(request, 'accept-language');
  return languages === undefined || languages.length > LONGEST_LANGUAGES ? undefined : languages;
}

function describe(
  errors: readonly ErrorObject[],
  request: JsonApiRequest,
  answering: ErrorAnswering,
): readonly ErrorObject[] {
  const { hooks } = answering;
  if (hooks === undefined) return errors;
  const facts = { method: request.method, url: request.url, acceptLanguage: languagesOf(request) };
  const onFailure = (failure: unknown): void => tell(answering, failure, crypto.randomUUID());
  return describeErrors(errors, hooks, { request: facts, onFailure });
}

function respond(
  { status, headers }: Pick<JsonApiError, 'status' | 'headers'>,
  errors: readonly ErrorObject[],
  answering: ErrorAnswering,
): JsonApiResponse {
  const { hooks, negotiated, links, applied } = answering;
  const onFailure = (failure: unknown): void => tell(answering, failure, crypto.randomUUID());
  const shown = withErrorMembers(errors, applied, negotiated, onFailure);
  const document: ErrorDocument = { jsonapi: jsonapiObject(negotiated), ...(links && { links }), errors: shown };
  return {
    status,
    headers: {
      ...headers,
      'Content-Type': negotiated?.contentType ?? JSON_API_MEDIA_TYPE,
      Vary: hooks?.localize === undefined ? 'Accept' : 'Accept, Accept-Language',
      'Cache-Control': 'no-store',
    },
    body: JSON.stringify(document),
  };
}

/** Describes the error of an unexpected failure. Returns it unchanged if the hooks cannot be read. */
function describeFailure(error: ErrorObject, request: JsonApiRequest, answering: ErrorAnswering): ErrorObject {
  try {
    return describe([error], request, answering).at(0) ?? error;
  } catch (failure) {
    tell(answering, failure, crypto.randomUUID());
    return error;
  }
}

/** Creates the error object of an unexpected failure: a generic 500 error. Its `id` is also passed to `onError`. */
function respondToUnexpected(failure: unknown, request: JsonApiRequest, answering: ErrorAnswering): JsonApiResponse {
  const error = errorObject('INTERNAL_ERROR', 'The server has recorded the failure under this `id`.');
  const described = describeFailure(error, request, answering);
  const id = idOf(described);
  tell(answering, failure, id);
  return respond({ status: 500, headers: {} }, [{ id, ...described }], answering);
}

/**
 * Converts a thrown value to a response. An error document contains only the members of a `JsonApiError`. Anything else
 * becomes a generic 500. If members of a `JsonApiError` are invalid, the document omits them, and `report` receives a
 * TypeError that names them.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export function errorResponse(thrown: unknown, request: JsonApiRequest, answering: ErrorAnswering): JsonApiResponse {
  try {
    if (!JsonApiError.is(thrown)) return respondToUnexpected(thrown, request, answering);
    const answer = answerOf(thrown, answering);
    if (answer === undefined) {
      const message = '`errors` of a JsonApiError must be an array with at least one error object.';
      return respondToUnexpected(new TypeError(message, { cause: thrown }), request, answering);
    }
    const described = describe(answer.errors, request, answering);
    const errors = tellTimeouts(thrown, described, answering);
    tellProblems(thrown, { ...answer, errors }, answering);
    return respond(answer, errors, answering);
  } catch (failure) {
    // The header fields are not valid, or reading the thrown value fails: a proxy or a getter throws.
    return respondToUnexpected(failure, request, answering);
  }
}
