import { escapeText } from '@linkage/core/internal';
import { failureLines } from './failure-lines.ts';
import type { CaseResult, Report } from './report.ts';

const escapeXml = (text: string): string => escapeText(text, 'xml');

function caseXml(result: CaseResult): string {
  const { id, section, rows, title, verdict, expected, came, reason, level } = result;
  const name = escapeXml(`${rows.join(' ')} ${title}`);
  const open = `    <testcase classname="${section}" name="${name}" id="${escapeXml(id)}"`;
  if (verdict === 'passed') return `${open}/>`;
  if (verdict === 'undecided') return `${open}><skipped message="${escapeXml(reason ?? '')}"/></testcase>`;
  const message = escapeXml(`expected ${expected}, but ${came}`);
  return `${open}><failure type="${level}" message="${message}">${escapeText(failureLines(result).join('\n'), 'xml-lines')}</failure></testcase>`;
}

/** Returns a report as JUnit XML: one suite for each section; undecided cases are skipped ones. */
export function reportJUnit({
  target,
  startedAt,
  milliseconds,
  summary,
  sections,
  results,
  leftovers,
  outside,
}: Report): string {
  const { passed, failed, undecided } = summary;
  const counts = `tests="${passed + failed + undecided}" failures="${failed}" skipped="${undecided}"`;
  const suites = sections.map((section) => {
    const own = results.filter((result) => result.section === section.id);
    const numbers = `tests="${own.length}" failures="${section.failed}" errors="0" skipped="${section.undecided}"`;
    const attributes = `name="${escapeXml(section.title)}" timestamp="${startedAt.slice(0, 19)}" ${numbers}`;
    return [`  <testsuite ${attributes}>`, ...own.map(caseXml), '  </testsuite>'].join('\n');
  });
  const root = `<testsuites name="JSON:API conformance of ${escapeXml(target)}" ${counts} time="${milliseconds / 1000}">`;
  const said = [
    ...leftovers.map(({ request, reason }) => `stayed: ${request} (${reason})`),
    ...outside.map((url) => `not followed: ${url}`),
  ];
  if (said.length > 0) suites.push(`  <system-out>${escapeText(said.join('\n'), 'xml-lines')}</system-out>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n${suites.join('\n')}\n</testsuites>\n`;
}
