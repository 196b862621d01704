import { escapeText } from '@linkage/core/internal';
import type { ChangeReview } from '../accepted-changes.ts';
import type { Change } from '../change.ts';
import { checkInput } from '../input/check-input.ts';
import { isReview } from '../input/forms.ts';
import { isOneOf } from '../input/value-check.ts';
import { countText, reasonOf, staleText, toText } from './to-text.ts';

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
