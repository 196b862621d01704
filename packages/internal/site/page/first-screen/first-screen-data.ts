/** The data of the first page, which the build computes. */
import type { LineNote } from '../compiler/check-client.ts';
import type { PlaygroundExample } from '../playground/model/examples.ts';
import type { Inputs, Method } from '../playground/model/question.ts';

/** What the first page shows beside the declaration. */
export type FirstView = 'client' | 'document' | 'sql';

/** The titles of the views, beginning with the first one. */
export const firstViews: Readonly<Record<FirstView, string>> = { client: 'Client', document: 'Response', sql: 'SQL' };

/** The lines of a client with colors, as HTML, and what the compiler says about them. */
export interface ShownClient {
  readonly code: string;
  readonly lines: readonly string[];
  readonly notes: readonly LineNote[];
}

/** The question to the worker that computes statements, and its answer. Without statements, it failed. */
export type StatementsQuestion = Pick<Inputs, 'declaration' | 'target' | 'method' | 'body'>;
export type StatementsAnswer = Partial<Pick<ShownRequest, 'statements'>>;

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
  readonly client: ShownClient;
  /** The SQL of the request. Empty if the server responds without the database. */
  readonly statements: readonly string[];
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
  /** The URL of the example as a project. */
  readonly project: string;
  readonly numbers: readonly FirstNumber[];
}
