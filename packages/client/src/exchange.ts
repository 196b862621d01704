import { type ErrorObject, JSON_API_MEDIA_TYPE, type JsonApiDocument, JsonApiError } from '@linkage/core';
import { isObject } from '@linkage/core/internal';
import { ClientError } from './client-error.ts';
import { memberAt } from './member-at.ts';
import { send } from './send.ts';
import type { Call, Reply, Setup } from './setup.ts';

/** A response and its document. Only a response without a body does not have a document. */
export interface Exchange {
  readonly reply: Reply;
  readonly document: JsonApiDocument | undefined;
}

/** Creates the error of a response that is not the document that it must be. */
export function unexpected({ url, status }: Reply, expected: string, cause?: unknown): ClientError {
  const message = `The response of ${url}, with status ${status}, must ${expected}.`;
  return new ClientError('not-json-api', message, cause, status);
}

function parse(reply: Reply): JsonApiDocument {
  const [mediaType = ''] = (reply.headers.get('Content-Type') ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== JSON_API_MEDIA_TYPE) {
    throw unexpected(reply, `have the media type ${JSON_API_MEDIA_TYPE}, but it has "${mediaType}"`);
  }
  let document: unknown;
  try {
    document = JSON.parse(reply.text);
  } catch (error) {
    throw unexpected(reply, 'be valid JSON', error);
  }
  if (isObject(document)) return document as never;
  throw unexpected(reply, 'be a JSON object');
}

/**
 * Sends a request and reads the document of its response.
 *
 * @throws {JsonApiError} If the server responds with error objects.
 * @throws {ClientError} If there is no response, or the response is not a JSON:API document.
 */
export async function exchange(setup: Setup, call: Call): Promise<Exchange> {
  const reply = await send(setup, call);
  const { status, headers, text } = reply;
  const isSuccess = status >= 200 && status < 300;
  if (status === 304 || (isSuccess && text === '')) return { reply, document: undefined };
  const document = parse(reply);
  if (isSuccess) return { reply, document };
  const errors = memberAt(document, 'errors');
  if (!Array.isArray(errors) || !errors.every(isObject)) throw unexpected(reply, 'contain errors');
  const list: readonly ErrorObject[] = errors.length === 0 ? [{ status: String(status) }] : errors;
  throw new JsonApiError(list, { status, headers: Object.fromEntries(headers) });
}
