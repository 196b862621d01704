import type { CommandStreams, EscapedStreams } from '@linkage/core/internal';

/** The streams of a command. */
export type Terminal = EscapedStreams<CommandStreams>;
