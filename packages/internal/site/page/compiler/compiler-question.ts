/** The messages between a page and the worker with the compiler. */
import type { LineNote } from './check-client.ts';

/** Asks for the notes on the code of a client, or for the inferred types of a resource type. */
export type CompilerQuestion = { readonly declaration: string } & (
  | { readonly code: string }
  | { readonly type: string }
);

/** The answer to a question. Empty if the compiler failed. */
export interface CompilerAnswer {
  readonly notes?: readonly LineNote[];
  readonly text?: string;
}
