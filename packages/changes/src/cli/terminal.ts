import type { CommandStreams } from '@linkage/core/internal';

/** The streams of a command. */
export type Terminal = CommandStreams;
