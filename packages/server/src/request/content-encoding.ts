import { errorObject, JSON_API_MEDIA_TYPE, JsonApiError } from '@linkage/core';

/**
 * Refuses a payload that is compressed or otherwise encoded: nobody below has decoded it.
 *
 * @throws {JsonApiError} 415 naming Content-Encoding.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4
 */
export function refuseEncoding(given: string | undefined): void {
  const encoding = given?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  const detail = `A payload of type ${JSON_API_MEDIA_TYPE} is sent without a content encoding.`;
  const source = { header: 'Content-Encoding' };
  throw new JsonApiError(errorObject('CONTENT_TYPE_UNSUPPORTED', detail, { source }), {
    headers: { 'Accept-Encoding': 'identity' },
  });
}
