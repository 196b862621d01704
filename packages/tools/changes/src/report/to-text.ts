import { escapeText } from '@linkage/core/internal';
import type { AcceptedChange, ChangeReview } from '../accepted-changes.ts';
import { type Change, type ChangeLevel, changeLevels } from '../change.ts';
import { type ChangeRuleId, changeRules } from '../rules/change-rules.ts';

const line = (text: string): string => escapeText(text, 'line');

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
  for (const level of changeLevels) for (const each of section(level, changes, all)) lines.push(each);
  for (const entry of stale) lines.push(`stale      ${line(staleText(entry))}`, '');
  const acceptedText = accepted.length === 0 ? '' : ` ${accepted.length} accepted.`;
  lines.push(`${countText(changes)}.${acceptedText}`);
  return `${lines.join('\n')}\n`;
}

function section(level: ChangeLevel, changes: readonly Change[], all: boolean): readonly string[] {
  if (level === 'safe' && !all) return [];
  return changes
    .filter((change) => change.level === level)
    .flatMap((change) => [
      `${level.padEnd(10)} ${line(change.message)}`,
      `           ${line(change.pointer)}  (${line(change.rule)})`,
      ...(level === 'safe' ? [] : [`           ${reasonOf(change)}`]),
      '',
    ]);
}
