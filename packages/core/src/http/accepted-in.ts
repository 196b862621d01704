import { JSON_API_MEDIA_TYPE } from '../media-type/media-type.ts';

/** Returns the header field of a 415 response that lists the media types which a method accepts (RFC 5789, section 2.2). */
export function acceptedIn(method: string): Readonly<Record<string, string>> {
  if (method !== 'PATCH' && method !== 'POST') return {};
  return { [method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post']: JSON_API_MEDIA_TYPE };
}
