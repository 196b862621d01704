import { escapeText } from '@linkage/core/internal';
import type { Leftover } from '../gateway/tracked.ts';
import { failureLines } from './failure-lines.ts';
import {
  type CaseResult,
  countText,
  type Finding,
  type Report,
  type SectionResult,
  shareOf,
  type UndecidedCause,
} from './report.ts';

const WIDTH = 24;
const line = (text: string | undefined): string => escapeText(text ?? '', 'line');

/** Returns a bar of `+` for what passed, `x` for what failed, and `.` for what is undecided. */
function barOf({ passed, failed, undecided }: SectionResult): string {
  const total = Math.max(1, passed + failed + undecided);
  const bad = failed === 0 ? 0 : Math.max(1, Math.round((failed / total) * WIDTH));
  const open = Math.min(WIDTH - bad, undecided === 0 ? 0 : Math.max(1, Math.round((undecided / total) * WIDTH)));
  return `${'+'.repeat(WIDTH - bad - open)}${'x'.repeat(bad)}${'.'.repeat(open)}`;
}

function sectionLine(section: SectionResult, width: number): string {
  return `  ${section.title.padEnd(width)}  ${barOf(section)}  ${countText(section, ', ', 'FAILED')}`;
}

/** Returns the lines of one cause: its first case in full, and the names of the others. */
function findingLines({ cause, level, cases }: Finding, results: ReadonlyMap<string, CaseResult>): readonly string[] {
  const first = results.get(cases.at(0) ?? '');
  if (first === undefined) return [];
  const count = cases.length === 1 ? '' : `: ${cases.length} cases`;
  return [
    `  ${level.toUpperCase()} ${first.rows.at(0)}  ${line(cause)}${count}`,
    ...(cause.startsWith(first.title) ? [] : [`      case: ${line(first.title)}`]),
    ...failureLines(first).map((text) => `      ${line(text)}`),
    `      ${cases.length === 1 ? 'alone' : 'all'}: --only ${cases.join(',')}`,
    '',
  ];
}

const causeLines = ({ cases, reason, remedy }: UndecidedCause): readonly string[] => [
  `  ${cases} × ${line(reason)}`,
  `      to do: ${line(remedy)}`,
];
const SHOWN_CAUSES = 3;

/** Returns what a reader must know first: that the run says too little and why, and facts about the whole server. */
function firstLines({ outcome: { tooLittle }, causes, notices }: Report): readonly string[] {
  const why = causes.slice(0, SHOWN_CAUSES).flatMap(causeLines);
  const first = [...(tooLittle === undefined ? [] : [line(tooLittle), ...why]), ...notices.map(line)];
  return first.length === 0 ? first : [...first, ''];
}

/** Returns the resources that stayed, each with the request that removes or shows it. */
export function leftoverText(leftovers: readonly Leftover[]): string {
  const lines = leftovers.flatMap(({ request, reason }) => [`  ${line(request)}`, `      ${line(reason)}`]);
  return leftovers.length === 0 ? '' : ['These resources stayed', ...lines, ''].join('\n');
}

/** Returns a report as text for a terminal: a summary by section, the failures, and why cases are undecided. */
export function reportText(report: Report): string {
  const { target, summary, sections, results, findings, requests, most, seed, milliseconds } = report;
  const { leftovers, outside, unreached, causes } = report;
  const byId = new Map(results.map((result) => [result.id, result]));
  const sampled = results.filter(({ untried = 0 }) => untried > 0).length;
  const width = Math.max(...sections.map(({ title }) => title.length));
  const { must, should, recommended, profile } = summary.failedByLevel;
  const levels = `MUST ${must}, SHOULD ${should}, recommended ${recommended}, profiles and extensions ${profile}`;
  return [
    ...firstLines(report),
    `JSON:API 1.1 conformance of ${line(target)}`,
    '',
    ...sections.map((section) => sectionLine(section, width)),
    '',
    ...(findings.length === 0 ? [] : ['Failures', ...findings.flatMap((finding) => findingLines(finding, byId))]),
    ...(summary.undecided === 0 ? [] : ['Undecided', ...causes.flatMap(causeLines), '']),
    ...(leftovers.length === 0 ? [] : [leftoverText(leftovers)]),
    ...(outside.length === 0
      ? []
      : ['Not followed, because they are not below the base URL', ...outside.map((url) => `  ${line(url)}`), '']),
    `${summary.passed} passed, ${summary.failed} failed (${levels}), ${summary.undecided} undecided, ${summary.absent} not offered`,
    ...(unreached === 0
      ? []
      : [
          `The run was ended: ${results.length} of ${results.length + unreached} cases were complete, and this report is of them.`,
        ]),
    `MUST: ${shareOf(summary.byLevel.must)}. SHOULD: ${shareOf(summary.byLevel.should)}.`,
    `${requests} ${requests === 1 ? 'request' : 'requests'} of at most ${most} (--most) in ${(milliseconds / 1000).toFixed(1)} s, seed ${seed}`,
    ...(sampled === 0
      ? []
      : [
          `${sampled} ${sampled === 1 ? 'case' : 'cases'} did not try all types and relationships: raise --most, or change --seed.`,
        ]),
    '',
  ].join('\n');
}
