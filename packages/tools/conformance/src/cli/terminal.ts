import type { ByteParts, CommandStreams, EscapedStreams } from '@linkage/core/internal';

/** The streams of the process, or those of a test. */
export interface TerminalStreams extends CommandStreams {
  readonly stdin: () => ByteParts;
  /** Whether progress can be written over itself. */
  readonly isInteractive: boolean;
  /** Calls a function each time the user wants to end the command, instead of ending it. */
  readonly onStop: (act: () => void) => void;
  /** Ends the process at once, after what was printed is written. */
  readonly exit: (status: number) => void;
}

/** The streams of a command. */
export type Terminal = EscapedStreams<TerminalStreams>;
