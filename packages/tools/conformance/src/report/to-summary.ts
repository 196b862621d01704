import { escapeText } from '@linkage/core/internal';
import { type Finding, type Report, shareOf } from './report.ts';

/** Findings that a summary shows: pages of CI are short. */
const MAX_FINDINGS = 20;
/** Markdown of a page of CI can contain HTML, and a cell ends at a bar. */
const cell = (text: string): string => escapeText(escapeText(text, 'line'), 'xml').replaceAll('|', '\\|');

const findingLine = ({ level, cause, cases }: Finding): string =>
  `| ${level} | ${cell(cause)} | ${cases.length} | \`--only ${cases.slice(0, 3).join(',')}\` |`;

/** Returns a report as a few lines of Markdown, for the summary of a job: what it comes to, the findings, and why cases are undecided. */
export function reportSummary({ target, outcome, notices, summary, findings, causes, leftovers }: Report): string {
  const { failures, known, fixed, tooLittle } = outcome;
  const first = [...(tooLittle === undefined ? [] : [tooLittle]), ...notices].map((text) => `**${cell(text)}**\n`);
  return [
    `## JSON:API 1.1 conformance of ${cell(target)}`,
    '',
    ...first,
    `${failures.length} failures count, ${known.length} are known, and ${fixed.length} known ones pass now. ${leftovers.length} resources stayed.`,
    '',
    `MUST: ${shareOf(summary.byLevel.must)}. SHOULD: ${shareOf(summary.byLevel.should)}.`,
    '',
    ...(findings.length === 0 ? [] : ['| Level | Cause | Cases | Run again |', '| --- | --- | --- | --- |']),
    ...findings.slice(0, MAX_FINDINGS).map(findingLine),
    ...(findings.length > MAX_FINDINGS ? ['', `${findings.length - MAX_FINDINGS} more findings.`] : []),
    ...(causes.length === 0 ? [] : ['', '| Undecided | Why | To do |', '| --- | --- | --- |']),
    ...causes.slice(0, 3).map(({ cases, reason, remedy }) => `| ${cases} | ${cell(reason)} | ${cell(remedy)} |`),
    '',
  ].join('\n');
}
