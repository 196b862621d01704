/** The data of the first page, which the build computes. */
import type { PlaygroundExample } from '../playground/model/examples.ts';
import type { Method } from '../playground/model/question.ts';

/** A number, what it counts, and the page that says how it was measured. */
export interface FirstNumber {
  readonly number: string;
  readonly text: string;
  readonly page: string;
}

/** A request with its response. */
export interface ShownRequest {
  readonly label: string;
  readonly method: Method;
  readonly target: string;
  /** The document of a request that creates a resource. */
  readonly body?: string;
  readonly status: number;
  /** The document of the response with colors, as HTML. */
  readonly html: string;
  /** The fragment with which the validator shows the document. */
  readonly fragment: string;
}

/** The data of the first page. */
export interface FirstScreenData {
  readonly example: PlaygroundExample;
  /** The declaration with colors, as HTML. */
  readonly declaration: string;
  /** The lines that serve the declaration, with colors, as HTML: those of the README. */
  readonly server: string;
  readonly requests: readonly ShownRequest[];
  readonly numbers: readonly FirstNumber[];
}
