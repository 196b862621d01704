import type { CaseResult, Report } from './report.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for XML; characters that XML forbids are replaced. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these characters.
  const allowed = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
  return allowed.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function caseXml({ id, section, rows, title, verdict, expected, came, reason, level, exchanges }: CaseResult): string {
  const name = escapeXml(`${rows.join(' ')} ${title}`);
  const open = `    <testcase classname="${section}" name="${name}" id="${escapeXml(id)}"`;
  if (verdict === 'passed') return `${open}/>`;
  if (verdict === 'undecided') return `${open}><skipped message="${escapeXml(reason ?? '')}"/></testcase>`;
  const requests = exchanges.map(
    ({ request, response }) => `${request.method} ${request.url} ${response?.status ?? ''}`,
  );
  const message = escapeXml(`expected ${expected}, but ${came}`);
  return `${open}><failure type="${level}" message="${message}">${escapeXml(requests.join('\n'))}</failure></testcase>`;
}

/** Returns a report as JUnit XML: one suite for each section; undecided cases are skipped ones. */
export function reportJUnit({ target, startedAt, milliseconds, summary, sections, results }: Report): string {
  const { passed, failed, undecided } = summary;
  const counts = `tests="${passed + failed + undecided}" failures="${failed}" skipped="${undecided}"`;
  const suites = sections.map((section) => {
    const own = results.filter((result) => result.section === section.id);
    const numbers = `tests="${own.length}" failures="${section.failed}" errors="0" skipped="${section.undecided}"`;
    const attributes = `name="${escapeXml(section.title)}" timestamp="${startedAt.slice(0, 19)}" ${numbers}`;
    return [`  <testsuite ${attributes}>`, ...own.map(caseXml), '  </testsuite>'].join('\n');
  });
  const root = `<testsuites name="JSON:API conformance of ${escapeXml(target)}" ${counts} time="${milliseconds / 1000}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n${suites.join('\n')}\n</testsuites>\n`;
}
