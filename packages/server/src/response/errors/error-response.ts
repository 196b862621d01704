import { andThen, answerError } from '@linkage/core/internal';
import { type JsonApiRequest, type JsonApiResponse, responseOf } from '../../http.ts';
import { isOverloaded } from '../../request/overload/admission.ts';
import type { Awaitable } from '../../sources/port/data-source.ts';
import { writtenHooks } from '../members/plug-in-hooks.ts';
import { completeErrors, type ErrorAnswering, reportOf } from './complete-errors.ts';
import { contentLanguage } from './error-language.ts';
import { withErrorMembers } from './error-members.ts';
import { outgoingErrors } from './outgoing-errors.ts';

/**
 * Converts a thrown value to a response. An error document contains only the members of a `JsonApiError`. Anything else
 * becomes a generic 500. If members of a `JsonApiError` are invalid, the document omits them, and `report` receives a
 * TypeError that names them.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export function errorResponse(thrown: unknown, request: JsonApiRequest, answering: ErrorAnswering): JsonApiResponse {
  return respondToThrown(thrown, request, answering, false) as JsonApiResponse;
}

/** Like `errorResponse`, but waits for strings in another language. */
export function errorResponseAsync(
  thrown: unknown,
  request: JsonApiRequest,
  answering: ErrorAnswering,
): Awaitable<JsonApiResponse> {
  return respondToThrown(thrown, request, answering, true);
}

function respondToThrown(
  thrown: unknown,
  request: JsonApiRequest,
  given: ErrorAnswering,
  isAsync: boolean,
): Awaitable<JsonApiResponse> {
  // A copy without a prototype: an absent member could be read from `Object.prototype`.
  const answering = { __proto__: null, ...given } as ErrorAnswering;
  const { most, report, hooks, language, applied, links } = answering;
  const onFailure = reportOf(answering);
  const response = answerError(thrown, {
    ...{ most, report, links, negotiated: applied?.negotiated, isExpected: isOverloaded },
    check(errors, status) {
      const extensions = applied && writtenHooks(applied).extensions.map(({ extension }) => extension);
      return outgoingErrors(errors, status, extensions);
    },
    complete: (errors) => completeErrors(errors, request, answering, isAsync),
    addMembers: (errors) => withErrorMembers(errors, applied, onFailure),
    fieldsOf: (errors, original) => ({
      ...(hooks?.localize === undefined && language === undefined ? {} : { Vary: 'Accept, Accept-Language' }),
      ...contentLanguage(errors, original, language),
    }),
  });
  return andThen(response, ({ status, headers, body }) => responseOf(status, headers, body));
}
