import type { CommandStreams, EscapedStreams } from '@linkage/core/internal';

/** The streams of a command, and what it knows of its process. */
export interface CommandTerminal extends CommandStreams {
  /** The variables of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person reads the messages. */
  readonly isInteractive: boolean;
  /** Resolves when the user ends the command. */
  readonly stopped: Promise<void>;
  /** Opens a page in the browser. */
  readonly open: (url: string) => void;
}

export type Terminal = EscapedStreams<CommandTerminal>;
