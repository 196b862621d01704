import type { CommandStreams } from '@linkage/core/internal';

/** The streams of a command. */
export interface Terminal extends CommandStreams {
  readonly stdin: () => Promise<string>;
  /** Whether progress can be written over itself. */
  readonly isInteractive: boolean;
}
