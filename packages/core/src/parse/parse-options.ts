import type { DocumentLimits } from './document-limits.ts';
import type { LocalIds } from './local-ids.ts';

/** What a request document is read with: its limits, and for a part of a larger document, its place and what it shares. */
export interface ParseOptions extends Partial<DocumentLimits> {
  /** The JSON Pointer of the part that is read, such as `/atomic:operations/3`. Default: the whole document. */
  readonly base?: string | undefined;
  /** The local ids that the part shares with other parts of the document. Default: none. */
  readonly localIds?: LocalIds | undefined;
}
