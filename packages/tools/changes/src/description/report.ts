import { type Change, type ChangeDirection, type ChangeLevel, worseLevel } from '../change.ts';
import { type ChangeRuleId, changeRules } from '../rules/change-rules.ts';

/** The values of a change beside its rule and its place. */
export interface ChangeDetails {
  /** Default: `both`. */
  readonly direction?: ChangeDirection;
  /** The level, if the circumstances decide it instead of the rule. */
  readonly level?: ChangeLevel;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The changes that a comparison found so far. */
export interface Report {
  readonly changes: readonly Change[];
  readonly add: (rule: ChangeRuleId, pointer: string, message: string, details?: ChangeDetails) => void;
}

/** Creates an empty report. */
export function createReport(): Report {
  const changes: Change[] = [];
  return {
    changes,
    add: (rule, pointer, message, { direction = 'both', level, before, after } = {}) => {
      const found = levelFor(rule, direction);
      changes.push({
        rule,
        level: level ?? found.level,
        direction: found.direction,
        pointer,
        message,
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      });
    },
  };
}

/** Returns the level of a rule, and the direction that decides it: the worse one if both are affected. */
function levelFor(
  rule: ChangeRuleId,
  direction: ChangeDirection,
): { readonly level: ChangeLevel; readonly direction: ChangeDirection } {
  const { request, response } = changeRules[rule];
  if (direction !== 'both') return { level: direction === 'request' ? request : response, direction };
  const level = worseLevel(request, response);
  if (request === response) return { level, direction };
  return { level, direction: level === request ? 'request' : 'response' };
}
