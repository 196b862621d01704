/**
 * Headers that describe a payload. Middleware that failed, or that passed the request on, can have set them for another
 * payload. An adapter removes them before it sets those of a response: otherwise clients cannot read the document.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8
 */
export const payloadFields: readonly string[] = [
  'Content-Encoding',
  'Content-Language',
  'Content-Length',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'ETag',
  'Last-Modified',
  'Trailer',
  'Transfer-Encoding',
];
