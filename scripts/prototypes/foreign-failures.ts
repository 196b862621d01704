import type { ForeignFailure } from './judge-suite.ts';

/** The tests that fail in a mode because of a test tool or of another library, and why. The script checks that they still fail. */
export const foreignFailures: readonly ForeignFailure[] = [];
