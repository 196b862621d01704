import type { ChangeLevel } from '../change.ts';

/** A kind of change, and how it affects clients. */
export interface ChangeRule {
  /** The level if the change affects requests. */
  readonly request: ChangeLevel;
  /** The level if the change affects responses. */
  readonly response: ChangeLevel;
  /** The change, in a few words. */
  readonly title: string;
  /** Why the change has these levels. */
  readonly reason: string;
}

/** A rule as a string: the level, or those of requests and of responses, then the title, and the reason, each after a bar. */
export type RuleText = `${ChangeLevel | `${ChangeLevel} ${ChangeLevel}`} | ${string} | ${string}`;
