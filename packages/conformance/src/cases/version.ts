import type { Kit } from '../run/kit.ts';
import { undecided } from '../run/verdict.ts';

/** Ends a case about version 1.1 as undecided if the server says that it supports 1.0: `ext`, `profile` and at-members are of 1.1. */
export function needsVersion11({ world: { version } }: Kit): void {
  if (version === '1.0')
    undecided('The server says that it supports version 1.0, which has no profiles and at-members.');
}
