import { escapeText } from '@linkage/core/internal';
import { failureLines } from './failure-lines.ts';
import type { CaseResult, Outcome, Report } from './report.ts';

const escapeXml = (text: string): string => escapeText(text, 'xml');

function caseXml(result: CaseResult, { failures, known }: Outcome): string {
  const { id, section, rows, title, verdict, expected, came, reason, level } = result;
  const name = escapeXml(`${rows.join(' ')} ${title}`);
  const open = `    <testcase classname="${section}" name="${name}" id="${escapeXml(id)}"`;
  if (verdict === 'passed') return `${open}/>`;
  const skipped = (message: string): string => `${open}><skipped message="${escapeXml(message)}"/></testcase>`;
  if (verdict !== 'failed') return skipped(reason ?? '');
  const text = `expected ${expected}, but ${came}`;
  if (known.includes(id)) return skipped(`known failure: ${text}`);
  if (!failures.includes(id)) return skipped(`failure of the level ${level}, which does not count: ${text}`);
  const message = escapeXml(text);
  return `${open}><failure type="${level}" message="${message}">${escapeText(failureLines(result).join('\n'), 'xml-lines')}</failure></testcase>`;
}

/** Returns a report as JUnit XML: one suite for each section. Only failures that count are failures; cases without a verdict are skipped. */
export function reportJUnit({
  target,
  startedAt,
  milliseconds,
  sections,
  results,
  leftovers,
  outside,
  outcome,
}: Report): string {
  const numbersOf = (all: readonly CaseResult[]): string => {
    const failed = all.filter(({ id }) => outcome.failures.includes(id)).length;
    const passed = all.filter(({ verdict }) => verdict === 'passed').length;
    return `tests="${all.length}" failures="${failed}" errors="0" skipped="${all.length - failed - passed}"`;
  };
  const suites = sections.map((section) => {
    const own = results.filter((result) => result.section === section.id);
    const attributes = `name="${escapeXml(section.title)}" timestamp="${startedAt.slice(0, 19)}" ${numbersOf(own)}`;
    return [`  <testsuite ${attributes}>`, ...own.map((it) => caseXml(it, outcome)), '  </testsuite>'].join('\n');
  });
  const root = `<testsuites name="JSON:API conformance of ${escapeXml(target)}" ${numbersOf(results)} time="${milliseconds / 1000}">`;
  const said = [
    ...(outcome.tooLittle === undefined ? [] : [outcome.tooLittle]),
    ...leftovers.map(({ request, reason }) => `stayed: ${request} (${reason})`),
    ...outside.map((url) => `not followed: ${url}`),
  ];
  if (said.length > 0) suites.push(`  <system-out>${escapeText(said.join('\n'), 'xml-lines')}</system-out>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n${suites.join('\n')}\n</testsuites>\n`;
}
