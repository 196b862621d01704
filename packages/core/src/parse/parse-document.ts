import { type DocumentLimits, documentLimits } from './document-limits.ts';
import { readLimits } from './parse-options.ts';
import { readDocument } from './read-document.ts';

/**
 * Reads a request document of any kind within limits: JSON text, its bytes in UTF-8, or a value that was parsed before, of
 * which it returns a copy. What the document says is not checked.
 *
 * @throws {JsonApiError} 400 if it is not JSON, nested too deeply, or has too many members; 413 if it has too many bytes.
 * @throws {TypeError} If a limit is not a whole number or Infinity.
 */
export function parseDocument(body: unknown, limits: Partial<DocumentLimits> = {}): unknown {
  return readDocument(body, documentLimits(readLimits('parseDocument', limits)));
}
