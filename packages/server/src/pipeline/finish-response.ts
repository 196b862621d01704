import { JSON_API_MEDIA_TYPE } from '@linkage/core';
import type { JsonApiRequest, JsonApiResponse } from '../http.ts';
import { errorLinks } from '../response/description.ts';
import { errorResponse } from '../response/error-response.ts';
import { logFailure } from '../response/log-failure.ts';
import { mergeVary } from '../response/merge-vary.ts';
import type { ErrorContext } from './error-context.ts';
import type { ServerSetup } from './setup.ts';

/** Creates the response to a thrown value, in the negotiated media type. */
export function fail({ setup, options, request, monitor, applied }: ErrorContext, thrown: unknown): JsonApiResponse {
  const log = options.onError ?? request.logFailure ?? logFailure;
  return errorResponse(thrown, request, {
    most: setup.limits.errors,
    report: (failure, id) => log(failure, id, request as never),
    hooks: options.errors,
    negotiated: applied.negotiated,
    applied,
    links: errorLinks(setup, monitor.route()),
  });
}

/**
 * Adapts a response to the method: a HEAD response has no document, and a 415 response to a write lists the accepted
 * media types (RFC 5789, section 2.2).
 */
export function fitTo({ vary }: ServerSetup, { method }: JsonApiRequest, answer: JsonApiResponse): JsonApiResponse {
  const { status } = answer;
  const headers = vary === '' ? answer.headers : mergeVary({ ...answer.headers, Vary: vary }, answer.headers['Vary']);
  if (method === 'HEAD') return { status, headers };
  const response = vary === '' ? answer : { ...answer, headers };
  if (status !== 415 || (method !== 'PATCH' && method !== 'POST')) return response;
  const name = method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post';
  return { ...response, headers: { [name]: JSON_API_MEDIA_TYPE, ...headers } };
}
