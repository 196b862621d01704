import {
  describeErrors,
  type ErrorDocument,
  type ErrorHooks,
  type ErrorObject,
  JSON_API_MEDIA_TYPE,
  JsonApiError,
  type Negotiated,
  problem,
  type TopLevelLinks,
} from '@linkage/core';
import type { JsonApiRequest, JsonApiResponse } from '../http.ts';
import { headerOf } from '../request/headers.ts';
import { jsonapiObject } from './jsonapi.ts';

/** How errors are answered. */
export interface ErrorAnswering {
  /** Errors of one response; further ones are cut. */
  readonly most: number;
  /** Hears of unexpected failures, with the id that the client gets. */
  readonly report?: ((error: unknown, id: string) => unknown) | undefined;
  readonly hooks?: ErrorHooks | undefined;
  /** What negotiation came to, once it has: the media type and the `jsonapi` member agree with it. */
  readonly negotiated?: Negotiated | undefined;
  /** The top-level links of the document. */
  readonly links?: TopLevelLinks | undefined;
}

/** All that an error object may hold: whatever else was put on one stays inside. */
const members = ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta'] as const;

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

function errorObject(error: ErrorObject): ErrorObject {
  const known = members.filter((member) => Object.hasOwn(error, member) && error[member] !== undefined);
  return { status: '500', ...Object.fromEntries(known.map((member) => [member, error[member]])) };
}

/** Whether a `JsonApiError` can be answered as it is: another copy of the library, or nobody, may have made it. */
function isAnswerable({ status, errors, headers }: JsonApiError): boolean {
  const isStatus = Number.isInteger(status) && status >= 400 && status <= 599;
  if (!isStatus || !Array.isArray(errors) || errors.length === 0) return false;
  return Object.entries(headers).every(([name, value]) => /^[\w-]+$/.test(name) && /^[ -~]*$/.test(value));
}

/** The ids of timeouts are in the log as well: they are the server's, whatever the client may do about them. */
function tellTimeouts(
  thrown: JsonApiError,
  errors: readonly ErrorObject[],
  answering: ErrorAnswering,
): readonly ErrorObject[] {
  return errors.map((error) => {
    if (error.code !== 'TIMED_OUT') return error;
    const { id = crypto.randomUUID() } = error;
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
  { hooks, negotiated, links }: ErrorAnswering,
): JsonApiResponse {
  const document: ErrorDocument = { jsonapi: jsonapiObject(negotiated), ...(links && { links }), errors };
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

/** What a client may know of a failure that nobody expected: that it happened, and an id to ask about. */
function respondToUnexpected(failure: unknown, request: JsonApiRequest, answering: ErrorAnswering): JsonApiResponse {
  const error = problem('INTERNAL_ERROR', 'The failure has been recorded under this id.');
  const [described = error] = describe([error], request, answering);
  const { id = crypto.randomUUID() } = described;
  tell(answering, failure, id);
  return respond({ status: 500, headers: {} }, [{ id, ...described }], answering);
}

/**
 * Turns whatever was thrown into a response. An error document is built from the members of a `JsonApiError` alone;
 * anything else becomes a bare 500.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export function errorResponse(thrown: unknown, request: JsonApiRequest, answering: ErrorAnswering): JsonApiResponse {
  try {
    if (JsonApiError.is(thrown) && isAnswerable(thrown)) {
      const errors = thrown.errors.slice(0, answering.most).map(errorObject);
      const described = describe(errors, request, answering);
      return respond(thrown, tellTimeouts(thrown, described, answering), answering);
    }
  } catch (failure) {
    // An error object that is no JSON, such as one with a bigint in its meta.
    return respondToUnexpected(failure, request, answering);
  }
  return respondToUnexpected(thrown, request, answering);
}
