import type { Gap } from './gaps.ts';

/** A gap that may be, and why. */
export interface AcceptedGap extends Gap {
  readonly reason: string;
  /** Whether a test could reach the gap, but does not yet. */
  readonly isOpen: boolean;
}

/** Returns the gaps without a reason, and the reasons without a gap. */
export function compareGaps(
  gaps: readonly Gap[],
  accepted: readonly AcceptedGap[],
): { readonly unexplained: readonly Gap[]; readonly stale: readonly AcceptedGap[] } {
  const found = new Set(gaps.map(keyOf));
  const listed = new Set(accepted.map(keyOf));
  return {
    unexplained: gaps.filter((it) => !listed.has(keyOf(it))),
    stale: accepted.filter((it) => !found.has(keyOf(it))),
  };
}

function keyOf({ file, line, branch }: Gap): string {
  return JSON.stringify([file, line, branch]);
}
