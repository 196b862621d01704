import { rejection } from '../error/json-api-error.ts';
import { JSON_API_MEDIA_TYPE } from '../media-type/media-type.ts';

/** Headers by name, in any letter case, as Node has them. Several lines of one field are an array, or joined by commas. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The headers that the server reads in every request. */
export interface RequestHead {
  accept: string | undefined;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  prefer: string | undefined;
}

const fields: ReadonlyMap<string, keyof RequestHead> = new Map([
  ['accept', 'accept'],
  ['content-type', 'contentType'],
  ['content-encoding', 'contentEncoding'],
  ['if-match', 'ifMatch'],
  ['if-none-match', 'ifNoneMatch'],
  ['prefer', 'prefer'],
]);

/** Returns the value of a field with one more line. Several lines are one list (RFC 9110, section 5.3). */
function joined(before: string | undefined, value: ReceivedHeaders[string]): string | undefined {
  const text = typeof value === 'object' ? value.join(', ') : value;
  return before === undefined || text === undefined ? (text ?? before) : `${before}, ${text}`;
}

/** Reads the headers in one pass, regardless of the letter case of their names. */
export function readHead(headers: ReceivedHeaders): RequestHead {
  const head: RequestHead = {
    accept: undefined,
    contentType: undefined,
    contentEncoding: undefined,
    ifMatch: undefined,
    ifNoneMatch: undefined,
    prefer: undefined,
  };
  for (const name of Object.keys(headers)) {
    const field = fields.get(name) ?? fields.get(name.toLowerCase());
    if (field === undefined) continue;
    const [before, value] = [head[field], headers[name]];
    head[field] = before === undefined && typeof value !== 'object' ? value : joined(before, value);
  }
  return head;
}

/** Returns a header of a request, regardless of the letter case of its name. */
export function headerOf({ headers }: { readonly headers: ReceivedHeaders }, name: string): string | undefined {
  let found: string | undefined;
  for (const key of Object.keys(headers)) {
    if (key.length === name.length && key.toLowerCase() === name) found = joined(found, headers[key]);
  }
  return found;
}

/**
 * Rejects a body with a content encoding such as compression, because it has not been decoded.
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

/**
 * Rejects a request that does not apply the extension to which its URL belongs.
 *
 * @throws {JsonApiError} 415 for `Content-Type` if there is a request document, otherwise 406 for `Accept`.
 */
export function assertApplied(uri: string, applied: readonly string[], hasBody: boolean): void {
  if (applied.includes(uri)) return;
  const header = hasBody ? 'Content-Type' : 'Accept';
  const code = hasBody ? 'CONTENT_TYPE_UNSUPPORTED' : 'ACCEPT_UNSATISFIABLE';
  throw rejection(`${code}.extension`, { uri, header }, { header });
}
