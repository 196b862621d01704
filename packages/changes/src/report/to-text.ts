import type { AcceptedChange, ChangeReview } from '../accepted-changes.ts';
import { type Change, type ChangeLevel, changeLevels } from '../change.ts';
import { type ChangeRuleId, changeRules } from '../rules/change-rules.ts';

/** Returns how many changes have each level: "2 breaking, 1 dangerous, and 3 safe changes". */
export function countText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'No changes';
  const counts = changeLevels.map((level) => `${changes.filter((change) => change.level === level).length} ${level}`);
  return `${counts.slice(0, -1).join(', ')}, and ${counts.at(-1)} ${changes.length === 1 ? 'change' : 'changes'}`;
}

/** Returns why a change has its level. Empty for a rule of a later release. */
export function reasonOf({ rule }: Change): string {
  return Object.hasOwn(changeRules, rule) ? changeRules[rule as ChangeRuleId].reason : '';
}

/** Returns a sentence about an entry of accepted changes without a change. */
export function staleText({ rule, pointer }: AcceptedChange): string {
  return `The accepted change ${rule} at ${pointer} does not exist. Remove it from the file.`;
}

/** Returns a report for people. Safe changes are only counted, unless `all` is true. */
export function toText(
  { changes, accepted, stale }: ChangeReview,
  { all = false }: { readonly all?: boolean } = {},
): string {
  const lines: string[] = [];
  for (const level of changeLevels) lines.push(...section(level, changes, all));
  for (const entry of stale) lines.push(`stale      ${staleText(entry)}`, '');
  const acceptedText = accepted.length === 0 ? '' : ` ${accepted.length} accepted.`;
  lines.push(`${countText(changes)}.${acceptedText}`);
  return `${lines.join('\n')}\n`;
}

function section(level: ChangeLevel, changes: readonly Change[], all: boolean): readonly string[] {
  if (level === 'safe' && !all) return [];
  return changes
    .filter((change) => change.level === level)
    .flatMap((change) => [
      `${level.padEnd(10)} ${change.message}`,
      `           ${change.pointer}  (${change.rule})`,
      ...(level === 'safe' ? [] : [`           ${reasonOf(change)}`]),
      '',
    ]);
}
