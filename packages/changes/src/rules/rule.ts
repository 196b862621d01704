import type { ChangeLevel } from '../change.ts';

/** A kind of change, and how it affects clients. */
export interface ChangeRule {
  /** The level if the change affects requests. */
  readonly request: ChangeLevel;
  /** The level if the change affects responses. */
  readonly response: ChangeLevel;
  /** What changed, in a few words. */
  readonly title: string;
  /** Why the change has these levels. */
  readonly reason: string;
}

/** Creates a rule with one level for requests and responses. */
export function rule(level: ChangeLevel, title: string, reason: string): ChangeRule {
  return { request: level, response: level, title, reason };
}

/** Creates a rule with a level for requests and a level for responses. */
export function directedRule(request: ChangeLevel, response: ChangeLevel, title: string, reason: string): ChangeRule {
  return { request, response, title, reason };
}
