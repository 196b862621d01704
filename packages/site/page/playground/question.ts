/** The messages between the page and its worker. */
import type { ServerDescription } from '@linkage/server';
import type { Mistake } from './reader/mistake.ts';

/** The results that the page can show. */
export const views = ['document', 'types', 'openapi', 'sql'] as const;

/** One of the results. */
export type View = (typeof views)[number];

/** The texts of the page. */
export interface Inputs {
  readonly declaration: string;
  /** The records by type, as JSON. */
  readonly records: string;
  /** The path and query of a GET request. */
  readonly target: string;
}

/** The texts, and the result that the page shows. */
export interface Question extends Inputs {
  readonly view: View;
}

/** A mistake in the records. */
export interface RecordsMistake {
  readonly message: string;
  /** The JSON Pointer of the wrong value. */
  readonly pointer: string;
}

/** The results for the texts, or the mistakes in them. */
export interface Answer {
  readonly mistake?: Mistake;
  readonly recordsMistake?: RecordsMistake;
  readonly description?: ServerDescription;
  /** The status of the response. */
  readonly status?: number;
  /** The text that the view shows. */
  readonly text?: string;
  /** A remark about the text. */
  readonly note?: string;
  /** Why there is no answer. */
  readonly failure?: string;
}
