import { JsonApiError } from '../error/json-api-error.ts';
import { problem } from '../error/problem.ts';
import { whyNotJson } from '../internal/json-value.ts';
import type { DocumentLimits } from './document-limits.ts';
import { type Extent, excessOfText } from './scan-text.ts';
import { excessOfValue } from './scan-value.ts';

const BYTE_ORDER_MARK = '\uFEFF';

function invalidJson(detail: string): JsonApiError {
  // Without a document there is nothing a source could point at.
  return new JsonApiError(problem('INVALID_JSON', detail));
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

function refuseExcess(excess: keyof Extent | undefined, { depth, members }: DocumentLimits): void {
  if (excess === 'depth') {
    const detail = `The request document is nested more than ${depth} levels deep.`;
    throw new JsonApiError(problem('DOCUMENT_TOO_DEEP', detail));
  }
  if (excess === 'members') {
    const detail = `The request document has more than ${members} members and elements.`;
    throw new JsonApiError(problem('DOCUMENT_TOO_MANY_MEMBERS', detail));
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

function checkValue(value: unknown, limits: DocumentLimits): unknown {
  const reason = whyNotJson(value);
  if (reason !== undefined) throw invalidJson(`The request document is not valid JSON: it holds ${reason}.`);
  refuseExcess(excessOfValue(value, limits), limits);
  return value;
}

/**
 * Reads a request document: JSON text, its bytes in UTF-8 (one byte order mark is tolerated), or a value parsed already.
 *
 * @throws {JsonApiError} 400 for what is not JSON, nested too deeply or has too many members, 413 for too many bytes.
 */
export function readDocument(body: unknown, limits: DocumentLimits): unknown {
  if (body === undefined) throw invalidJson('The request has no document.');
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return checkValue(body, limits);
  const bytes = typeof body === 'string' ? byteLengthOf(body, limits.bytes) : body.byteLength;
  if (bytes > limits.bytes) {
    throw new JsonApiError(problem('BODY_TOO_LARGE', `A request document has at most ${limits.bytes} bytes.`));
  }
  if (typeof body !== 'string') return parseText(decode(body), limits);
  return parseText(body.startsWith(BYTE_ORDER_MARK) ? body.slice(1) : body, limits);
}
