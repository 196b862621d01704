import type { AcceptedGap } from './judge-gaps.ts';

/** The code of core and server that no test runs, each with the reason. */
export const acceptedGaps: readonly AcceptedGap[] = [];
