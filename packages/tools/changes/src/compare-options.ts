import { type Change, type ChangeLevel, changeLevels, compareStrings } from './change.ts';
import type { ChangeRuleId } from './rules/change-rules.ts';

/** Options of a comparison. */
export interface CompareOptions {
  /** Other levels for rules. */
  readonly levels?: { readonly [rule in ChangeRuleId]?: ChangeLevel };
  /** The day for dates of deprecations, as `2027-01-31`. Default: today, in UTC. */
  readonly today?: string;
  /**
   * Returns whether clients use what a pointer names, for example from a log of requests. A breaking change of an unused
   * part is dangerous instead. `undefined` means unknown.
   */
  readonly used?: (pointer: string) => boolean | undefined;
}

/** Returns the changes with the levels that the options give them, the worst first. */
export function applyOptions(changes: readonly Change[], { levels = {}, used }: CompareOptions): readonly Change[] {
  const withLevels = changes.map((change) => {
    const { rule } = change;
    const level = Object.hasOwn(levels, rule) ? levels[rule as ChangeRuleId] : undefined;
    const isUnused = change.level === 'breaking' && used?.(change.pointer) === false;
    return { ...change, level: level ?? (isUnused ? 'dangerous' : change.level) };
  });
  return withLevels.sort(
    (left, right) =>
      changeLevels.indexOf(left.level) - changeLevels.indexOf(right.level) ||
      compareStrings(left.pointer, right.pointer) ||
      compareStrings(left.rule, right.rule),
  );
}
