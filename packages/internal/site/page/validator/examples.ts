import type { Example } from '../../generator/examples.ts';

/** The build replaces the name with the documents. */
declare const SITE_EXAMPLES: readonly Example[];

/** The documents that a reader can begin with. */
export const examples: readonly Example[] = SITE_EXAMPLES;
