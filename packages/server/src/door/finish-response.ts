import { JSON_API_MEDIA_TYPE, JsonApiError } from '@linkage/core';
import { hasOwn } from '@linkage/core/internal';
import { unauthorized } from '../answer/application-errors.ts';
import { withApplicationHeaders } from '../answer/application-headers.ts';
import { andThen } from '../answer/complete-errors.ts';
import { errorLinks } from '../answer/describedby.ts';
import { errorResponseAsync } from '../answer/error-response.ts';
import { logFailure } from '../answer/log-failure.ts';
import { mergeVary } from '../answer/merge-vary.ts';
import { type JsonApiRequest, type JsonApiResponse, responseOf } from '../http.ts';
import { causeOf, errorParts } from '../internal/error-parts.ts';
import { isOverloaded } from '../request/overload/admission.ts';
import { refusalOf } from '../rules/refusal.ts';
import type { Awaitable } from '../sources/data-source.ts';
import type { RequestState } from './request-state.ts';
import type { ServerSetup } from './setup.ts';

type Report = (failure: unknown, id: string) => unknown;

function reportOf({ options, request }: RequestState): Report {
  const log = options.onError ?? request.logFailure ?? logFailure;
  return (failure, id) => log(failure, id, request as never);
}

/** Reports a failure that the client does not notice. Ignores errors of the hook of the application. */
export function report(requestState: RequestState, failure: unknown): void {
  new Promise((resolve) => resolve(reportOf(requestState)(failure, crypto.randomUUID()))).catch(() => undefined);
}

/**
 * Returns the error for a caller whom the access rules refuse: 401 if the application says that the caller has no
 * credentials, otherwise the 403.
 */
function withChallenge(requestState: RequestState, refused: JsonApiError): unknown {
  const { options, context } = requestState;
  try {
    const challenge: unknown = options.challenge?.(context);
    if (challenge === undefined) return refused;
    if (typeof challenge !== 'string')
      throw new TypeError('`challenge` must return a string or undefined, but it returned another value.');
    const { errors, headers } = unauthorized(challenge);
    // The places of the errors stay: an error of an operation names the operation.
    const sources = refused.errors.map((error) => errorParts(error).source);
    const all = sources.flatMap((source) =>
      errors.map((error) => (source === undefined ? error : { ...error, source })),
    );
    return new JsonApiError(all, { headers, cause: causeOf(refused) });
  } catch (failure) {
    return failure;
  }
}

/** Creates the response to a thrown value, in the negotiated media type. */
export function fail(requestState: RequestState, given: unknown): Awaitable<JsonApiResponse> {
  const { setup, options, request, monitor, applied } = requestState;
  const refusal = refusalOf(given);
  if (refusal !== undefined) monitor.onRefusal(refusal);
  // Credentials do not change a query that rules refuse with 400.
  const isForbidden = refusal !== undefined && (given as JsonApiError).status === 403;
  const thrown = isForbidden ? withChallenge(requestState, given as JsonApiError) : given;
  const response = errorResponseAsync(thrown, request, {
    most: setup.limits.errors,
    report: reportOf(requestState),
    hooks: options.errors,
    applied,
    links: errorLinks(setup, monitor.route()),
  });
  return andThen(response, (answer) => {
    if (answer.status >= 500 && !isOverloaded(thrown)) monitor.onFailure(thrown);
    return answer;
  });
}

/**
 * Adds the header fields of the application. If its function fails, the response has none of them: the request has
 * already succeeded or failed.
 */
export function addHeaders(requestState: RequestState, answer: JsonApiResponse): JsonApiResponse {
  const { options, request, monitor, context } = requestState;
  const route = monitor.route();
  const relationship = route !== undefined && hasOwn(route, 'relationship') ? route.relationship.name : undefined;
  const about = { request, status: answer.status, kind: route?.kind, type: route?.type.name, relationship, context };
  try {
    return withApplicationHeaders(answer, options.headers?.(about));
  } catch (failure) {
    report(requestState, failure);
    return answer;
  }
}

/**
 * Adapts a response to the method: a HEAD response has no document, and a 415 response to a write lists the accepted
 * media types (RFC 5789, section 2.2).
 */
export function fitTo({ vary }: ServerSetup, { method }: JsonApiRequest, answer: JsonApiResponse): JsonApiResponse {
  const { status } = answer;
  const headers = vary === '' ? answer.headers : mergeVary({ ...answer.headers, Vary: vary }, answer.headers['Vary']);
  if (method === 'HEAD') return responseOf(status, headers);
  const response = vary === '' ? answer : { ...answer, headers };
  if (status !== 415 || (method !== 'PATCH' && method !== 'POST')) return response;
  const name = method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post';
  return { ...response, headers: { [name]: JSON_API_MEDIA_TYPE, ...headers } };
}
