/**
 * Headers that describe a body. Middleware that failed, or that passed the request on, can have set them for another
 * body. An adapter removes them before it sets those of a response: otherwise clients cannot read the document.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8
 */
export const bodyHeaders: readonly string[] = [
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
