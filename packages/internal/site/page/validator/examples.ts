import type { Choices } from './choices.ts';

/** A document with the choices that it needs. */
export interface Example {
  readonly rule: string;
  readonly isBroken: boolean;
  readonly title: string;
  readonly text: string;
  readonly choices: Choices;
}

/** The build replaces the name with the documents. */
declare const SITE_EXAMPLES: readonly Example[];

/** The documents that a reader can begin with. */
export const examples: readonly Example[] = SITE_EXAMPLES;
