import type { Inputs } from './question.ts';

/** An example with its title. */
export interface PlaygroundExample extends Inputs {
  readonly title: string;
}

/** The build replaces the name with the examples. */
declare const PLAYGROUND_EXAMPLES: readonly PlaygroundExample[];

/** The declarations, records, and requests that a reader can begin with. */
export const examples: readonly PlaygroundExample[] = PLAYGROUND_EXAMPLES;
