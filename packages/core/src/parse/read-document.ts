import { errorObject } from '../error/create-error-object.ts';
import { JsonApiError } from '../error/json-api-error.ts';
import type { DocumentLimits } from './document-limits.ts';
import { plainValue } from './plain-value.ts';
import { type Extent, excessOfText } from './scan-text.ts';

const BYTE_ORDER_MARK = '\uFEFF';

function invalidJson(detail: string): JsonApiError {
  // Without a document there is nothing a source could point at.
  return new JsonApiError(errorObject('INVALID_JSON', detail));
}

function decode(body: Uint8Array): string {
  try {
    // A byte order mark stays away.
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw invalidJson('The request document is not valid UTF-8.');
  }
}

/** The bytes of a text in UTF-8, counted only when its length leaves it open whether they are too many. */
function byteLengthOf(text: string, most: number): number {
  return text.length > most || text.length * 3 <= most ? text.length : new TextEncoder().encode(text).byteLength;
}

function refuseLength(length: number, { bytes }: DocumentLimits): void {
  if (length > bytes)
    throw new JsonApiError(errorObject('BODY_TOO_LARGE', `A request document has at most ${bytes} bytes.`));
}

function refuseExcess(excess: keyof Extent | undefined, { depth, members }: DocumentLimits): void {
  if (excess === 'depth') {
    const detail = `The request document is nested more than ${depth} levels deep.`;
    throw new JsonApiError(errorObject('DOCUMENT_TOO_DEEP', detail));
  }
  if (excess === 'members') {
    const detail = `The request document has more than ${members} members and elements.`;
    throw new JsonApiError(errorObject('DOCUMENT_TOO_MANY_MEMBERS', detail));
  }
}

function parseText(text: string, limits: DocumentLimits): unknown {
  refuseExcess(excessOfText(text, limits), limits);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson(text.trim() === '' ? 'The request has no document.' : 'The request document is not valid JSON.');
  }
}

/** The value as data; what it is read from is the caller's, and may be anything. */
function readValue(given: unknown, limits: DocumentLimits): unknown {
  const read = plainOrThrown(given, limits);
  if ('reason' in read) throw invalidJson(`The request document is not valid JSON: it ${read.reason}.`);
  if ('excess' in read) return refuseExcess(read.excess, limits);
  if (read.value === undefined) throw invalidJson('The request has no document.');
  return read.value;
}

function plainOrThrown(given: unknown, limits: DocumentLimits): ReturnType<typeof plainValue> {
  try {
    return plainValue(given, limits);
  } catch {
    return { reason: 'cannot be read' };
  }
}

/** The bytes of a body: those of a view, such as `Uint8Array`, or of a whole buffer. */
function bytesOf(body: unknown): Uint8Array | undefined {
  try {
    if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
    return body instanceof ArrayBuffer ? new Uint8Array(body) : undefined;
  } catch {
    // The buffer was handed on to another thread. Or a proxy was asked for its prototype, which may throw.
    return ArrayBuffer.isView(body) ? new Uint8Array() : undefined;
  }
}

/**
 * Reads a request document: JSON text, its bytes in UTF-8 (one byte order mark is tolerated), or a value parsed already, of
 * which a copy is given.
 *
 * @throws {JsonApiError} 400 for what is not JSON, nested too deeply or has too many members, 413 for too many bytes.
 */
export function readDocument(body: unknown, limits: DocumentLimits): unknown {
  if (body === undefined) throw invalidJson('The request has no document.');
  if (typeof body === 'string') {
    refuseLength(byteLengthOf(body, limits.bytes), limits);
    return parseText(body.startsWith(BYTE_ORDER_MARK) ? body.slice(1) : body, limits);
  }
  const bytes = bytesOf(body);
  if (bytes === undefined) return readValue(body, limits);
  refuseLength(bytes.byteLength, limits);
  return parseText(decode(bytes), limits);
}
