import { JsonApiError } from '@linkage/core';
import { type Awaitable, andThen, causeOf, describeValue, errorParts, hasOwn } from '@linkage/core/internal';
import type { JsonApiResponse } from '../http.ts';
import { isOverloaded } from '../request/overload/admission.ts';
import { errorLinks } from '../response/document/describedby.ts';
import { unauthorized } from '../response/errors/application-errors.ts';
import { languageOf, type ServerErrorHooks } from '../response/errors/error-language.ts';
import { errorResponseAsync } from '../response/errors/error-response.ts';
import { resourcesIn, withApplicationHeaders } from '../response/headers/application-headers.ts';
import { rejectionOf, withRejection } from '../rules/rejection.ts';
import type { Request } from './request.ts';

/**
 * Returns the error for a user whom the access rules reject: 401 if the application says that the user has no
 * credentials, otherwise the 403.
 */
function withChallenge(request: Request, rejected: JsonApiError): unknown {
  try {
    const challenge: unknown = request.server.options.challenge?.(request.context);
    if (challenge === undefined) return rejected;
    if (typeof challenge !== 'string')
      throw new TypeError(
        `\`challenge\` must return a string or undefined, but it returned ${describeValue(challenge)}.`,
      );
    const { errors, headers } = unauthorized(challenge);
    // The places of the errors stay: an error of an operation names the operation.
    const sources = rejected.errors.map((error) => errorParts(error).source);
    const all = sources.flatMap((source) =>
      errors.map((error) => (source === undefined ? error : { ...error, source })),
    );
    return new JsonApiError(all, { headers, cause: causeOf(rejected) });
  } catch (failure) {
    return failure;
  }
}

/** Creates the response to a thrown value, in the negotiated media type. */
export function fail(request: Request, given: unknown): Awaitable<JsonApiResponse> {
  const { server, received, applied, context } = request;
  const { language, ...hooks }: ServerErrorHooks = server.options.errors ?? {};
  const rejection = rejectionOf(given);
  if (rejection !== undefined) request.onRejection(rejection);
  // Credentials do not change a query that rules reject with 400.
  const isForbidden = rejection !== undefined && (given as JsonApiError).status === 403;
  const rejected = isForbidden ? withChallenge(request, given as JsonApiError) : given;
  const thrown = rejection !== undefined && server.options.debug ? withRejection(rejected, rejection) : rejected;
  const response = errorResponseAsync(thrown, received, {
    most: server.limits.errors,
    report: (failure, id) => request.log(failure, id),
    hooks: server.options.errors && hooks,
    language: language && languageOf(language, received, context, (failure) => request.report(failure)),
    applied,
    links: errorLinks(server.describedby, request.route),
  });
  return andThen(response, (answer) => {
    if (answer.status >= 500 && !isOverloaded(thrown)) request.onFailure(thrown);
    return answer;
  });
}

/**
 * Adds the headers of the application. If its function fails, the response has none of them: the request has
 * already succeeded or failed.
 */
export function addHeaders(request: Request, answer: JsonApiResponse): JsonApiResponse {
  const { server, received, route, context } = request;
  const relationship = route !== undefined && hasOwn(route, 'relationship') ? route.relationship.name : undefined;
  const { kind, type } = route ?? { kind: undefined, type: undefined };
  const about = {
    request: received,
    status: answer.status,
    kind,
    type: type?.name,
    relationship,
    context,
    get resources() {
      return resourcesIn(answer, request.omitted);
    },
  };
  try {
    return withApplicationHeaders(answer, server.options.headers?.(about));
  } catch (failure) {
    request.report(failure);
    return answer;
  }
}
