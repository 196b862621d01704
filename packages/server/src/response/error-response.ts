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

/** How errors are answered. */
export interface ErrorAnswering {
  /** Errors of one response; further ones are cut. */
  readonly most: number;
  /** Hears of unexpected failures, with the id that the client gets. */
  readonly report?: ((error: unknown, id: string) => unknown) | undefined;
  readonly hooks?: ErrorHooks | undefined;
  /** What negotiation came to, once it has: the media type and the `jsonapi` member agree with it. */
  readonly negotiated?: Negotiated | undefined;
  /** The extensions and profiles that apply: they add members to error objects. */
  readonly applied?: AppliedHooks | undefined;
  /** The top-level links of the document. */
  readonly links?: TopLevelLinks | undefined;
}

/** Longest Accept-Language that a hook gets, in characters. */
const LONGEST_LANGUAGES = 1000;

function tell({ report }: ErrorAnswering, error: unknown, id: string): void {
  // A hook that fails, at once or later, must not keep the client from its answer.
  const ignore = (): void => undefined;
  try {
    Promise.resolve(report?.(error, id)).catch(ignore);
  } catch {
    ignore();
  }
}

/** The id of an error object, or a new one: never one that all objects inherit. */
function idOf(error: ErrorObject | undefined): string {
  const id = error && fieldOf(error, 'id');
  return typeof id === 'string' ? id : crypto.randomUUID();
}

/** The status, the header fields and the errors of a response, and what was wrong with those of the `JsonApiError`. */
interface Answer extends OutgoingErrors {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes a response of a `JsonApiError`; undefined if the error does not contain any error object. */
function answerOf(thrown: JsonApiError, { most, applied, negotiated }: ErrorAnswering): Answer | undefined {
  const { status: given, errors: list } = thrown;
  if (!Array.isArray(list)) return undefined;
  const status = errorStatusOf(given);
  const extensions = applied && writtenHooks(applied, negotiated).extensions.map(({ extension }) => extension);
  const { errors, problems } = outgoingErrors(list.slice(0, most), Number(status ?? 500), extensions);
  if (errors.length === 0) return undefined;
  const all =
    status === undefined ? ['status must be the status of an HTTP error, 400 to 599.', ...problems] : [...problems];
  return { status: Number(status ?? 500), headers: outgoingHeaders(thrown), errors, problems: all };
}

const MAX_PROBLEMS = 10;

/** Reports what was wrong with a `JsonApiError` of the application: the client got an answer without it. */
function tellProblems(thrown: unknown, { errors, problems }: OutgoingErrors, answering: ErrorAnswering): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, MAX_PROBLEMS).join(' ');
  const rest = problems.length > MAX_PROBLEMS ? ` And ${problems.length - MAX_PROBLEMS} more.` : '';
  const message = `A JsonApiError must have a valid status and valid error objects: ${shown}${rest}`;
  tell(answering, new TypeError(message, { cause: thrown }), idOf(errors[0]));
}

/** The ids of timeouts are in the log as well: they are the server's, whatever the client may do about them. */
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

/** Describes the error of an unexpected failure; leaves it as it is if not even the hooks can be read. */
function describeFailure(error: ErrorObject, request: JsonApiRequest, answering: ErrorAnswering): ErrorObject {
  try {
    return describe([error], request, answering).at(0) ?? error;
  } catch (failure) {
    tell(answering, failure, crypto.randomUUID());
    return error;
  }
}

/** What a client may know of a failure that nobody expected: that it happened, and an id to ask about. */
function respondToUnexpected(failure: unknown, request: JsonApiRequest, answering: ErrorAnswering): JsonApiResponse {
  const error = errorObject('INTERNAL_ERROR', 'The failure has been recorded under this id.');
  const described = describeFailure(error, request, answering);
  const id = idOf(described);
  tell(answering, failure, id);
  return respond({ status: 500, headers: {} }, [{ id, ...described }], answering);
}

/**
 * Turns whatever was thrown into a response. An error document is built from the members of a `JsonApiError` alone;
 * anything else becomes a bare 500. If members of a `JsonApiError` are invalid, the document omits them, and `report`
 * receives a TypeError that names them.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export function errorResponse(thrown: unknown, request: JsonApiRequest, answering: ErrorAnswering): JsonApiResponse {
  try {
    if (!JsonApiError.is(thrown)) return respondToUnexpected(thrown, request, answering);
    const answer = answerOf(thrown, answering);
    if (answer === undefined) {
      const message = 'A JsonApiError must have an array with at least one error object as its errors.';
      return respondToUnexpected(new TypeError(message, { cause: thrown }), request, answering);
    }
    const described = describe(answer.errors, request, answering);
    const errors = tellTimeouts(thrown, described, answering);
    tellProblems(thrown, { ...answer, errors }, answering);
    return respond(answer, errors, answering);
  } catch (failure) {
    // The header fields cannot be sent, or reading what was thrown fails: a proxy or a getter throws.
    return respondToUnexpected(failure, request, answering);
  }
}
