import { requestErrors } from '../../error/chapters/request-errors.ts';
import { documentReasons } from '../../error/chapters/shared-messages.ts';
import { type ErrorKey, errorIn, JsonApiError } from '../../error/json-api-error.ts';
import { messagePart, type ValuesOf } from '../../error/message-part.ts';
import { ignoreRejection, isPromise } from '../../internal/awaitable.ts';
import { keepText, unusualNumber } from '../../internal/exact-json.ts';
import { jsonSyntaxError } from '../../internal/json-syntax-error.ts';
import { Marked } from '../../internal/mark.ts';
import { hasOwn } from '../../internal/members.ts';
import { locationOf } from '../../internal/text-location.ts';
import { ownJson } from '../../spec/document/own-json.ts';
import { copyJson } from './copy-json.ts';
import { type DocumentLimits, documentLimits } from './document-limits.ts';
import { readLimits } from './parse-options.ts';
import { type DocumentSize, findExceededLimit } from './scan-text.ts';

class Read extends Marked {
  readonly #isRead = true;

  static isRead(object: object): boolean {
    return #isRead in object;
  }
}

/** Marks an object of ours whose members are parts of a document that was read, so that `readDocument` does not copy it. Returns it. */
export function markRead<Document extends object>(document: Document): Document {
  new Read(document);
  return document;
}

const BYTE_ORDER_MARK = '\uFEFF';

function reject<Key extends ErrorKey<keyof typeof requestErrors>>(key: Key, values: ValuesOf<Key>): JsonApiError {
  // Without a document, `source` cannot point to a value.
  return new JsonApiError(errorIn(requestErrors, key, values));
}

function decode(body: Uint8Array): string {
  try {
    // The decoder removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw reject('INVALID_JSON.encoding', {});
  }
}

/**
 * Returns the length of a string in UTF-8. Counts the bytes only if the number of characters does not decide whether the
 * limit is exceeded.
 */
function byteLengthOf(text: string, maxBytes: number): number {
  return text.length > maxBytes || text.length * 3 <= maxBytes
    ? text.length
    : new TextEncoder().encode(text).byteLength;
}

function assertLength(length: number, { bytes }: DocumentLimits): void {
  if (length > bytes) throw reject('BODY_TOO_LARGE.bytes', { limit: bytes });
}

function assertNotExceeded(exceeded: keyof DocumentSize | undefined, { depth, members }: DocumentLimits): void {
  if (exceeded === 'depth') throw reject('DOCUMENT_TOO_DEEP.levels', { limit: depth });
  if (exceeded === 'members') throw reject('DOCUMENT_TOO_MANY_MEMBERS.members', { limit: members });
}

function parseText(text: string, limits: DocumentLimits): unknown {
  assertNotExceeded(findExceededLimit(text, limits), limits);
  try {
    // `parseExactJson` without its call.
    return ownJson(JSON.parse(text, unusualNumber.test(text) ? keepText : undefined));
  } catch {
    if (text.trim() === '') throw reject('INVALID_JSON.required', {});
    const { offset, line, column } = locationOf(text, jsonSyntaxError(text).offset);
    throw reject(`INVALID_JSON.${offset === text.length ? 'end' : 'place'}`, { line, column });
  }
}

/** Whether the user forgot to await the document. A proxy can throw. */
function isForgotten(value: unknown): boolean {
  try {
    if (!isPromise(value)) return false;
  } catch {
    return false;
  }
  ignoreRejection(value);
  return true;
}

/** Copies a parsed value. The value comes from the user and can be anything. */
function readValue(value: unknown, limits: DocumentLimits): unknown {
  if (typeof value === 'object' && value !== null && Read.isRead(value)) return ownJson(value);
  if (isForgotten(value)) throw new TypeError('The request document must not be a promise. Await it first.');
  const copied = tryCopyJson(value, limits);
  if (hasOwn(copied, 'reason')) throw reject('INVALID_JSON.value', copied);
  if (hasOwn(copied, 'exceeded')) return assertNotExceeded(copied.exceeded, limits);
  if (copied.value === undefined) throw reject('INVALID_JSON.required', {});
  return ownJson(copied.value);
}

function tryCopyJson(value: unknown, limits: DocumentLimits): ReturnType<typeof copyJson> {
  try {
    return copyJson(value, limits);
  } catch {
    return { reason: messagePart(documentReasons, 'reason.unreadable', {}) };
  }
}

/**
 * Returns the bytes of a body: of a view, such as `Uint8Array`, or of a whole buffer. Returns undefined for other
 * bodies.
 */
function bytesOf(body: unknown): Uint8Array | undefined {
  try {
    if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
    return body instanceof ArrayBuffer ? new Uint8Array(body) : undefined;
  } catch {
    // The buffer was transferred to another thread, or a proxy threw when its prototype was read.
    return ArrayBuffer.isView(body) ? new Uint8Array() : undefined;
  }
}

/**
 * Parses a request document: JSON text, its bytes in UTF-8 (one byte order mark is allowed), or a parsed value, of
 * which it returns a copy. Members of the result that a dot reads are its own.
 *
 * @throws {JsonApiError} 400 if it is not JSON, nested too deeply, or has too many members; 413 if it has too many
 * bytes.
 */
export function readDocument(body: unknown, limits: DocumentLimits): unknown {
  if (body === undefined) throw reject('INVALID_JSON.required', {});
  if (typeof body === 'string') {
    assertLength(byteLengthOf(body, limits.bytes), limits);
    return parseText(body.startsWith(BYTE_ORDER_MARK) ? body.slice(1) : body, limits);
  }
  const bytes = bytesOf(body);
  if (bytes === undefined) return readValue(body, limits);
  assertLength(bytes.byteLength, limits);
  return parseText(decode(bytes), limits);
}

/**
 * Parses a request document of any kind within limits: JSON text, its bytes in UTF-8, or a parsed value, of which it
 * returns a copy. Does not check the structure of the document.
 *
 * @throws {JsonApiError} 400 if it is not JSON, nested too deeply, or has too many members; 413 if it has too many
 * bytes.
 * @throws {TypeError} If a limit is not a whole number or Infinity.
 */
export function parseDocument(body: unknown, limits: Partial<DocumentLimits> = {}): unknown {
  return readDocument(body, documentLimits(readLimits('parseDocument', limits)));
}
