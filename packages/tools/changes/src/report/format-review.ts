import { escapeText } from '@linkage/core/internal';
import type { AcceptedChange, ChangeReview } from '../accepted-changes.ts';
import { type Change, type ChangeLevel, changeLevels } from '../change.ts';
import { checkInput } from '../input/check-input.ts';
import { isReview } from '../input/forms.ts';
import { isOneOf } from '../input/value-check.ts';
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

/** The formats of a report: for people, programs, pull requests, and the annotations of GitHub Actions. */
export const reviewFormats = ['text', 'json', 'markdown', 'github'] as const;

/** A format of a report. */
export type ReviewFormat = (typeof reviewFormats)[number];

/**
 * Returns the report in a format.
 *
 * @throws {TypeError} If the format is unknown, or the review is malformed: the message names the member.
 */
export function formatReview(review: ChangeReview, format: ReviewFormat, all: boolean): string {
  checkInput('formatReview', 'review', review, isReview);
  checkInput('formatReview', 'format', format, isOneOf(reviewFormats));
  if (format === 'json') return `${JSON.stringify(review, null, 2)}\n`;
  if (format === 'markdown') return toMarkdown(review, all);
  if (format === 'github') return toAnnotations(review, all);
  return toText(review, { all });
}

function shown({ changes }: ChangeReview, all: boolean): readonly Change[] {
  return changes.filter(({ level }) => all || level !== 'safe');
}

const prose = (text: string): string => escapeText(text, 'markdown');

function toMarkdown(review: ChangeReview, all: boolean): string {
  const rows = shown(review, all).map(
    (change) =>
      `| ${change.level} | ${prose(change.message)} | ${escapeText(change.pointer, 'markdown-code')} | ${reasonOf(change)} |`,
  );
  const table =
    rows.length === 0 ? [] : ['| Level | Change | Place | Reason |', '| --- | --- | --- | --- |', ...rows, ''];
  const stale = review.stale.map((entry) => `- ${prose(staleText(entry))}`);
  return `${['## Changes of the API', '', `${countText(review.changes)}.`, '', ...table, ...stale].join('\n').trimEnd()}\n`;
}

/** @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands */
function toAnnotations(review: ChangeReview, all: boolean): string {
  const kinds = { breaking: 'error', dangerous: 'warning', safe: 'notice' } as const;
  const lines = shown(review, all).map(
    (change) =>
      `::${kinds[change.level]} title=${escapeText(change.rule, 'github-property')}::${escapeText(`${change.message} ${reasonOf(change)}`, 'github')}`,
  );
  const stale = review.stale.map((entry) => `::error title=stale::${escapeText(staleText(entry), 'github')}`);
  return `${[...lines, ...stale, `${countText(review.changes)}.`].join('\n')}\n`;
}
