import { JSON_API_MEDIA_TYPE } from '@linkage/core';
import { rejection } from '@linkage/core/internal';

/**
 * Rejects a payload with a content encoding such as compression, because it has not been decoded.
 *
 * @throws {JsonApiError} 415 for `Content-Encoding`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4
 */
export function assertNotEncoded(given: string | undefined): void {
  const encoding = given?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  const source = { header: 'Content-Encoding' };
  const headers = { 'Accept-Encoding': 'identity' };
  throw rejection('CONTENT_TYPE_UNSUPPORTED.encoding', { mediaType: JSON_API_MEDIA_TYPE }, source, { headers });
}
