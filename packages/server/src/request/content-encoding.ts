import { errorObject, JSON_API_MEDIA_TYPE, JsonApiError } from '@linkage/core';

/**
 * Rejects a payload with a content encoding such as compression, because it has not been decoded.
 *
 * @throws {JsonApiError} 415 for `Content-Encoding`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4
 */
export function assertNotEncoded(given: string | undefined): void {
  const encoding = given?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return; // sabotage: compressed-payload-read-text
  const detail = `A document of type ${JSON_API_MEDIA_TYPE} must not have a content encoding.`;
  const source = { header: 'Content-Encoding' };
  throw new JsonApiError(errorObject('CONTENT_TYPE_UNSUPPORTED', detail, { source }), {
    headers: { 'Accept-Encoding': 'identity' },
  });
}
