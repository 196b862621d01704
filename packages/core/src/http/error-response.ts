import { JSON_API_MEDIA_TYPE } from '../media-type/media-type.ts';
import { negotiate } from '../media-type/negotiate.ts';
import type { Negotiated } from '../media-type/negotiated.ts';
import { defaultDocumentLimits } from '../requests/parse/document-limits.ts';
import { answerError } from './answer-error.ts';
import { readHostError } from './host-error.ts';
import { type HttpOptions, type ReadHttpOptions, readHttpOptions } from './http-options.ts';
import { documentIn, type HttpRequest, type HttpResponse, headOf, readMembers } from './received-request.ts';

/** Writes a failure of the server to the console, with the id in the response. */
export function logFailure(error: unknown, id: string): void {
  // biome-ignore lint/suspicious/noConsole: an unreported failure would be worse
  console.error(`JSON:API request failed, error ${id}:`, error);
}

/** Returns the header of a 415 response that lists the media types which a method accepts (RFC 5789, section 2.2). */
export function acceptedIn(method: string): Readonly<Record<string, string>> {
  if (method !== 'PATCH' && method !== 'POST') return {};
  return { [method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post']: JSON_API_MEDIA_TYPE };
}

const where = 'errorResponse';

/** Negotiates again. Undefined if the request cannot be negotiated: its error has the media type without parameters. */
function negotiatedOf(
  request: HttpRequest,
  { extensions = [], profiles = [] }: ReadHttpOptions,
): Negotiated | undefined {
  try {
    const { accept, contentType } = headOf(where, request.headers);
    const body = documentIn(where, request) !== undefined;
    return negotiate({ accept, contentType, body }, { extensions, profiles });
  } catch {
    return undefined;
  }
}

/**
 * Creates the response to anything thrown. The errors of a `JsonApiError` are sent with its status and headers. An error of
 * `http-errors` that clients can know, such as those of body parsers, keeps its status and headers. Anything else becomes a
 * generic 500 with an `id`, which `onError` receives together with the thrown value.
 *
 * @param options What the functions that read requests receive, so that the error has the negotiated media type.
 * @throws {TypeError} If an option is unknown or wrong.
 * @see https://jsonapi.org/format/1.1/#errors
 */
export function errorResponse(thrown: unknown, received: HttpRequest, options?: HttpOptions): HttpResponse {
  const read = readHttpOptions(where, options);
  const request = readMembers(received);
  const { method = '' } = request;
  const { status, headers, body } = answerError(readHostError(thrown), {
    most: read.limits?.errors ?? defaultDocumentLimits.errors,
    report: read.onError ?? logFailure,
    negotiated: negotiatedOf(request, read),
  }) as HttpResponse;
  const all = status === 415 ? { ...acceptedIn(method), ...headers } : headers;
  return method === 'HEAD' ? { status, headers: all } : { status, headers: all, body };
}
