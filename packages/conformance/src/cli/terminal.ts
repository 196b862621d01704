import type { ByteParts, CommandStreams, EscapedStreams } from '@linkage/core/internal';

/** The streams of the process, or those of a test. */
export interface TerminalStreams extends CommandStreams {
  readonly stdin: () => ByteParts;
  /** Whether progress can be written over itself. */
  readonly isInteractive: boolean;
}

/** The streams of a command. */
export type Terminal = EscapedStreams<TerminalStreams>;
