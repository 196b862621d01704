import { type ErrorObject, JSON_API_MEDIA_TYPE, type JsonApiDocument, JsonApiError } from '@linkage/core';
import { isObject } from '@linkage/core/internal';
import { ClientError } from './client-error.ts';
import { send } from './send.ts';
import { type Call, memberAt, type Reply, type Setup } from './setup.ts';

/** A response and its document. Only a response without a body does not have a document. */
export interface Exchange {
  readonly reply: Reply;
  readonly document: JsonApiDocument | undefined;
}

/** Creates the error of a response that is not the document that it must be. */
export function unexpected({ url, status, text }: Reply, expected: string, cause?: unknown): ClientError {
  const message = `The response of ${url}, with status ${status}, must ${expected}.`;
  return new ClientError('not-json-api', message, cause, status, text);
}

const isErrors = (value: unknown): value is readonly ErrorObject[] => Array.isArray(value) && value.every(isObject);

const isTyped = (value: unknown): boolean => typeof memberAt(value, 'type') === 'string';

/** Whether an object has the members of a JSON:API document, and not those of any other JSON. */
function isDocument(value: object): boolean {
  const data = memberAt(value, 'data');
  if (data === undefined)
    return ['errors', 'meta', 'atomic:results'].some((name) => memberAt(value, name) !== undefined);
  return data === null || [data].flat().every(isTyped);
}

function parse(reply: Reply, plainJson: boolean | undefined): JsonApiDocument {
  const mediaType = (reply.headers.get('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();
  const isPlain = plainJson && mediaType === 'application/json';
  if (mediaType !== JSON_API_MEDIA_TYPE && !isPlain) {
    throw unexpected(reply, `have the media type ${JSON_API_MEDIA_TYPE}, but it has "${mediaType}"`);
  }
  let document: unknown;
  try {
    document = JSON.parse(reply.text);
  } catch (error) {
    throw unexpected(reply, 'be valid JSON', error);
  }
  if (!isObject(document) || (isPlain && !isDocument(document))) throw unexpected(reply, 'be a JSON:API document');
  return document as never;
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
  const document = parse(reply, setup.plainJson);
  const errors = memberAt(document, 'errors');
  const list = isErrors(errors) ? errors : undefined;
  // Some servers report errors with a status of success.
  if (isSuccess && (!list?.length || memberAt(document, 'data') !== undefined)) return { reply, document };
  if (list === undefined) throw unexpected(reply, 'contain errors');
  const received = Object.fromEntries(headers);
  throw new JsonApiError(list.length === 0 ? [{ status: String(status) }] : list, { status, headers: received });
}
