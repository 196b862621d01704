import { errorObject } from '../../error/create-error-object.ts';
import { JsonApiError } from '../../error/json-api-error.ts';
import { keepText, unusualNumber } from '../../internal/exact-json.ts';
import { hasOwn } from '../../internal/is-object.ts';
import { jsonSyntaxError } from '../../internal/json-syntax-error.ts';
import { createMark } from '../../internal/mark.ts';
import { locationOf } from '../../internal/text-location.ts';
import { ownJson } from '../../spec/document/own-json.ts';
import { copyJson } from './copy-json.ts';
import type { DocumentLimits } from './document-limits.ts';
import { type DocumentSize, findExceededLimit } from './scan-text.ts';

const read = createMark();

/** Marks an object of ours whose members are parts of a document that was read, so that `readDocument` does not copy it. Returns it. */
export function markRead<Document extends object>(document: Document): Document {
  return read.add(document);
}

const BYTE_ORDER_MARK = '\uFEFF';

function invalidJson(detail: string): JsonApiError {
  // Without a document, `source` cannot point to a value.
  return new JsonApiError(errorObject('INVALID_JSON', detail));
}

function decode(body: Uint8Array): string {
  try {
    // The decoder removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(body); // sabotage: invalid-utf-8-replaced
  } catch {
    throw invalidJson('The request document must be valid UTF-8.');
  }
}

/**
 * Returns the length of a text in UTF-8. Counts the bytes only if the number of characters does not decide whether the
 * limit is exceeded.
 */
function byteLengthOf(text: string, maxBytes: number): number {
  return text.length > maxBytes || text.length * 3 <= maxBytes
    ? text.length
    : new TextEncoder().encode(text).byteLength;
}

function assertLength(length: number, { bytes }: DocumentLimits): void {
  // sabotage: documents-have-no-limit-bytes
  if (length > bytes)
    throw new JsonApiError(errorObject('BODY_TOO_LARGE', `The request document must have at most ${bytes} bytes.`));
}

function assertNotExceeded(exceeded: keyof DocumentSize | undefined, { depth, members }: DocumentLimits): void {
  if (exceeded === 'depth') {
    const detail = `The request document must be nested at most ${depth} levels deep.`;
    throw new JsonApiError(errorObject('DOCUMENT_TOO_DEEP', detail));
  }
  if (exceeded === 'members') {
    const detail = `The request document must have at most ${members} members and elements.`;
    throw new JsonApiError(errorObject('DOCUMENT_TOO_MANY_MEMBERS', detail));
  }
}

function parseText(text: string, limits: DocumentLimits): unknown {
  assertNotExceeded(findExceededLimit(text, limits), limits);
  try {
    // `parseExactJson` without its call.
    return ownJson(JSON.parse(text, unusualNumber.test(text) ? keepText : undefined));
  } catch {
    if (text.trim() === '') throw invalidJson('The request document is required.');
    const { offset, line, column } = locationOf(text, jsonSyntaxError(text).offset);
    const place = `line ${line}, column ${column}`;
    const fault =
      offset === text.length ? `, but it ends too early, at ${place}.` : `. The first error is at ${place}.`;
    throw invalidJson(`The request document must be valid JSON${fault}`);
  }
}

/** Copies a parsed value. The value comes from the caller and can be anything. */
function readValue(value: unknown, limits: DocumentLimits): unknown {
  if (typeof value === 'object' && value !== null && read.has(value)) return ownJson(value);
  const copied = tryCopyJson(value, limits);
  if (hasOwn(copied, 'reason')) throw invalidJson(`The request document must be valid JSON, but it ${copied.reason}.`);
  if (hasOwn(copied, 'exceeded')) return assertNotExceeded(copied.exceeded, limits);
  if (copied.value === undefined) throw invalidJson('The request document is required.');
  return ownJson(copied.value);
}

function tryCopyJson(value: unknown, limits: DocumentLimits): ReturnType<typeof copyJson> {
  try {
    return copyJson(value, limits);
  } catch {
    return { reason: 'cannot be read' };
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
  if (body === undefined) throw invalidJson('The request document is required.');
  if (typeof body === 'string') {
    assertLength(byteLengthOf(body, limits.bytes), limits);
    return parseText(body.startsWith(BYTE_ORDER_MARK) ? body.slice(1) : body, limits);
  }
  const bytes = bytesOf(body);
  if (bytes === undefined) return readValue(body, limits);
  assertLength(bytes.byteLength, limits);
  return parseText(decode(bytes), limits);
}
