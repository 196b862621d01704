import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AcceptedGap } from './compare-gaps.ts';

/** A line that does not run, or a branch of a line: the texts of both. */
type Entry = string | readonly [line: string, branch: string];

interface Reason {
  readonly reason: string;
  /** Whether a test could reach these gaps, but does not yet. */
  readonly isOpen?: boolean;
  readonly gaps: Readonly<Record<string, readonly Entry[]>>;
}

const reasons: readonly Reason[] = JSON.parse(readFileSync(join(import.meta.dirname, 'gaps.json'), 'utf8'));

/** The code of core and server that no test of these packages runs: the table `gaps.json`. */
export const acceptedGaps: readonly AcceptedGap[] = reasons.flatMap(({ reason, isOpen = false, gaps }) =>
  Object.entries(gaps).flatMap(([file, entries]) =>
    entries.map((entry) =>
      typeof entry === 'string'
        ? { file, line: entry, reason, isOpen }
        : { file, line: entry[0], branch: entry[1], reason, isOpen },
    ),
  ),
);
