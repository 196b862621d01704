import type { ChangeVerdict } from '../accepted-changes.ts';
import type { Change } from '../change.ts';
import { countText, reasonOf, staleText, toText } from './to-text.ts';

/** The formats of a report: for people, programs, pull requests, and the annotations of GitHub Actions. */
export const verdictFormats = ['text', 'json', 'markdown', 'github'] as const;

/** A format of a report. */
export type VerdictFormat = (typeof verdictFormats)[number];

/** Returns the report in a format. */
export function formatVerdict(verdict: ChangeVerdict, format: VerdictFormat, all: boolean): string {
  if (format === 'json') return `${JSON.stringify(verdict, null, 2)}\n`;
  if (format === 'markdown') return toMarkdown(verdict, all);
  if (format === 'github') return toAnnotations(verdict, all);
  return toText(verdict, { all });
}

function shown({ changes }: ChangeVerdict, all: boolean): readonly Change[] {
  return changes.filter(({ level }) => all || level !== 'safe');
}

function toMarkdown(verdict: ChangeVerdict, all: boolean): string {
  const rows = shown(verdict, all).map(
    (change) =>
      `| ${change.level} | ${cell(change.message)} | \`${cell(change.pointer)}\` | ${cell(reasonOf(change))} |`,
  );
  const table =
    rows.length === 0 ? [] : ['| Level | Change | Place | Reason |', '| --- | --- | --- | --- |', ...rows, ''];
  const stale = verdict.stale.map((entry) => `- ${cell(staleText(entry))}`);
  return `${['## Changes of the API', '', `${countText(verdict.changes)}.`, '', ...table, ...stale].join('\n').trimEnd()}\n`;
}

function cell(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replace(/[\r\n]+/g, ' ');
}

/** @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands */
function toAnnotations(verdict: ChangeVerdict, all: boolean): string {
  const kinds = { breaking: 'error', dangerous: 'warning', safe: 'notice' } as const;
  const lines = shown(verdict, all).map(
    (change) =>
      `::${kinds[change.level]} title=${escaped(change.rule)}::${escaped(`${change.message} ${reasonOf(change)}`)}`,
  );
  const stale = verdict.stale.map((entry) => `::error title=stale::${escaped(staleText(entry))}`);
  return `${[...lines, ...stale, `${countText(verdict.changes)}.`].join('\n')}\n`;
}

function escaped(text: string): string {
  return text
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C');
}
