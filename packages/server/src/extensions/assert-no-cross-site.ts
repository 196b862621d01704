import { errorObject, JSON_API_MEDIA_TYPE, JsonApiError } from '@linkage/core';
import type { JsonApiRequest } from '../http.ts';
import { headerOf } from '../request/headers.ts';
import type { FoundEndpoint } from './find-endpoint.ts';

/**
 * Rejects a POST without a payload that a browser can send from another site, with the cookies of its user: a form, for
 * example. Browsers ask the server with a preflight request before they send the media type of JSON:API. All other
 * requests that change something contain a payload of this media type, or have another method. A request that applies an
 * extension names it in `Accept`, with characters for which browsers ask, too.
 *
 * @throws {JsonApiError} 415.
 * @see https://fetch.spec.whatwg.org/#cors-safelisted-request-header
 */
export function assertNoCrossSite({ endpoint, extension }: FoundEndpoint, request: JsonApiRequest): void {
  if (endpoint.method !== 'POST' || extension !== undefined || endpoint.allowsCrossSite === true) return;
  const essence = headerOf(request, 'content-type')?.split(';', 1).at(0)?.trim().toLowerCase();
  if (essence === JSON_API_MEDIA_TYPE) return;
  const detail = `\`Content-Type\` must be ${JSON_API_MEDIA_TYPE}, also without a request document: browsers can send other requests from any site.`;
  throw new JsonApiError(errorObject('CONTENT_TYPE_UNSUPPORTED', detail, { source: { header: 'Content-Type' } }));
}
