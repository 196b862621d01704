import { type DocumentLimits, documentLimits } from './document-limits.ts';
import { readLimits } from './parse-options.ts';
import { readDocument } from './read-document.ts';

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
