/** How much a change can hurt clients. */
export type ChangeLevel = 'breaking' | 'dangerous' | 'safe';

/** Whether a change affects requests, responses, or both. */
export type ChangeDirection = 'request' | 'response' | 'both';

/** One difference between two descriptions. */
export interface Change {
  /** The id of the rule, such as `field-removed`. `changeRules` contains the reason of each rule. */
  readonly rule: string;
  readonly level: ChangeLevel;
  readonly direction: ChangeDirection;
  /** A JSON Pointer: into the first description if something was removed, and into the second otherwise. */
  readonly pointer: string;
  /** One sentence with the names and values of the change. */
  readonly message: string;
  /** The value in the first description. Absent if something was added. */
  readonly before?: unknown;
  /** The value in the second description. Absent if something was removed. */
  readonly after?: unknown;
}

/** The levels from the worst to the best. */
export const changeLevels: readonly ChangeLevel[] = ['breaking', 'dangerous', 'safe'];

/** Returns the worse of two levels. */
export function worseLevel(left: ChangeLevel, right: ChangeLevel): ChangeLevel {
  return changeLevels.indexOf(left) <= changeLevels.indexOf(right) ? left : right;
}

/** Compares two strings by their code units. */
export function compareStrings(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
