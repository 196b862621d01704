import { chapterErrorObject } from '../error/create-error-object.ts';
import { negotiationCodes } from '../error/error-code.ts';
import { JsonApiError } from '../error/json-api-error.ts';

/** Creates an error about a header field of content negotiation. Every response to it varies with `Accept`. */
export function negotiationError(
  code: keyof typeof negotiationCodes,
  header: string,
  detail: string,
  headers?: Readonly<Record<string, string>>,
): JsonApiError {
  return new JsonApiError(chapterErrorObject(negotiationCodes, code, detail, { header }), {
    headers: { ...headers, Vary: 'Accept' },
  });
}
