import { escapeText } from '@linkage/core/internal';
import type { Leftover } from '../gateway/ledger.ts';
import type { CaseResult, Report, SectionResult } from './report.ts';

const WIDTH = 24;
const line = (text: string | undefined): string => escapeText(text ?? '', 'line');

/** Returns a bar of `+` for what passed, `x` for what failed, and `.` for what is undecided. */
function barOf({ passed, failed, undecided }: SectionResult): string {
  const total = passed + failed + undecided;
  const bad = failed === 0 ? 0 : Math.max(1, Math.round((failed / total) * WIDTH));
  const open = Math.min(WIDTH - bad, undecided === 0 ? 0 : Math.max(1, Math.round((undecided / total) * WIDTH)));
  return `${'+'.repeat(WIDTH - bad - open)}${'x'.repeat(bad)}${'.'.repeat(open)}`;
}

function sectionLine(section: SectionResult, width: number): string {
  const { title, passed, failed, undecided } = section;
  const counts = [
    `${passed} passed`,
    failed > 0 ? `${failed} FAILED` : '',
    undecided > 0 ? `${undecided} undecided` : '',
  ];
  return `  ${title.padEnd(width)}  ${barOf(section)}  ${counts.filter((it) => it !== '').join(', ')}`;
}

function failureLines({ rows, level, title, expected, came, exchanges, id }: CaseResult): readonly string[] {
  const { request, response } = exchanges.at(-1) ?? {};
  const sent =
    request === undefined
      ? []
      : [`      ${request.method} ${line(request.url)}${response ? ` returned ${response.status}` : ''}`];
  return [
    `  ${level.toUpperCase()} ${rows.join(' ')}  ${title}  [${id}]`,
    `      expected ${line(expected)}`,
    `      but ${line(came)}`,
    ...sent,
  ];
}

function reasonsOf(results: readonly CaseResult[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { verdict, reason = '' } of results) {
    if (verdict === 'undecided') counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .map(([reason, count]) => `  ${count} × ${line(reason)}`);
}

function leftoverLines({ request, reason }: Leftover): readonly string[] {
  return [`  ${line(request)}`, `      ${line(reason)}`];
}

/** Returns a report as text for a terminal: a summary by section, the failures, and why cases are undecided. */
export function reportText(report: Report): string {
  const { target, summary, sections, results, requests, milliseconds, leftovers, outside } = report;
  const width = Math.max(...sections.map(({ title }) => title.length));
  const failures = results.filter(({ verdict }) => verdict === 'failed');
  const { must, should, recommended, profile } = summary.failedByLevel;
  const levels = `MUST ${must}, SHOULD ${should}, recommended ${recommended}, profiles and extensions ${profile}`;
  return [
    `JSON:API 1.1 conformance of ${line(target)}`,
    '',
    ...sections.map((section) => sectionLine(section, width)),
    '',
    ...(failures.length === 0 ? [] : ['Failures', ...failures.flatMap(failureLines), '']),
    ...(summary.undecided === 0 ? [] : ['Undecided', ...reasonsOf(results), '']),
    ...(leftovers.length === 0 ? [] : ['These resources stayed', ...leftovers.flatMap(leftoverLines), '']),
    ...(outside.length === 0
      ? []
      : ['Not followed, because they are not below the base URL', ...outside.map((url) => `  ${line(url)}`), '']),
    `${summary.passed} passed, ${summary.failed} failed (${levels}), ${summary.undecided} undecided`,
    `${requests} requests in ${(milliseconds / 1000).toFixed(1)} s`,
    '',
  ].join('\n');
}
