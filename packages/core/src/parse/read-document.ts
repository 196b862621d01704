import { JsonApiError } from '../error/json-api-error.ts';
import { problem } from '../error/problem.ts';
import type { DocumentLimits } from './document-limits.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** How deep arrays and objects are nested in JSON text, read in one pass that stops above `most`. */
function nestingOf(text: string, most: number): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length && deepest <= most; index++) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === BACKSLASH) index++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x5d || code === 0x7d) depth--;
  }
  return deepest;
}

function invalidJson(detail: string): JsonApiError {
  // Without a document there is nothing a source could point at.
  return new JsonApiError(problem('INVALID_JSON', detail));
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw invalidJson('The request document is not valid UTF-8.');
  }
}

/** The bytes of a text in UTF-8, counted only when its length leaves it open whether they are too many. */
function byteLengthOf(text: string, most: number): number {
  return text.length > most || text.length * 3 <= most ? text.length : new TextEncoder().encode(text).byteLength;
}

function parseText(text: string, limits: DocumentLimits): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (json.trim() === '') throw invalidJson('The request has no document.');
  if (nestingOf(json, limits.depth) > limits.depth) {
    const detail = `The request document is nested more than ${limits.depth} levels deep.`;
    throw new JsonApiError(problem('DOCUMENT_TOO_DEEP', detail));
  }
  try {
    return JSON.parse(json);
  } catch {
    throw invalidJson('The request document is not valid JSON.');
  }
}

/**
 * Reads a request document: JSON text, its bytes in UTF-8 (a byte order mark is tolerated), or a value parsed already.
 *
 * @throws {JsonApiError} 400 for text that is not JSON or nested too deeply, 413 for too many bytes.
 */
export function readDocument(body: unknown, limits: DocumentLimits): unknown {
  if (body === undefined) throw invalidJson('The request has no document.');
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return body;
  const bytes = typeof body === 'string' ? byteLengthOf(body, limits.bytes) : body.byteLength;
  if (bytes > limits.bytes) {
    throw new JsonApiError(problem('BODY_TOO_LARGE', `A request document has at most ${limits.bytes} bytes.`));
  }
  return parseText(typeof body === 'string' ? body : decode(body), limits);
}
