import { decidedShare, type Report } from './report.ts';
import { reportHtml } from './to-html.ts';
import { reportJUnit } from './to-junit.ts';
import { reportText } from './to-text.ts';

const encoded = (text: string): string => encodeURIComponent(text.replaceAll('-', '--').replaceAll('_', '__'));

/**
 * Returns one line of Markdown for a README: a badge with the cases of the level MUST that passed, and the share of those that were decided.
 *
 * @throws {TypeError} If the run had only some of the cases.
 */
function reportBadge({ extent, outcome, summary: { failed, byLevel } }: Report): string {
  if (extent === 'some') throw new TypeError('A badge needs a run of all cases, without `only` and `skip`.');
  const { must } = byLevel;
  const decided = must.passed + must.failed;
  const share = decidedShare(must);
  const reads = extent === 'reads' ? ', reads only' : '';
  const text = decided === 0 ? 'nothing decided' : `MUST ${must.passed} of ${decided}, ${share} % decided${reads}`;
  const color =
    decided === 0
      ? 'lightgrey'
      : must.failed > 0
        ? 'red'
        : failed > 0 || outcome.status === 3
          ? 'yellow'
          : 'brightgreen';
  const image = `https://img.shields.io/badge/${encoded('JSON:API 1.1')}-${encoded(text)}-${color}`;
  return `![JSON:API 1.1 conformance: ${text}](${image})\n`;
}

/** The forms of a report. */
export type ReportFormat = 'text' | 'json' | 'junit' | 'html' | 'badge';

const formats: ReadonlyMap<string, (report: Report) => string> = new Map([
  ['text', reportText],
  ['json', (report: Report) => `${JSON.stringify(report, null, 2)}\n`],
  ['junit', reportJUnit],
  ['html', reportHtml],
  ['badge', reportBadge],
]);

/**
 * Returns a report as text for a terminal, JSON, JUnit XML, a self-contained HTML page, or one line of Markdown for a README.
 *
 * @throws {TypeError} If the format is unknown.
 */
export function formatReport(report: Report, format: ReportFormat): string {
  const write = formats.get(format);
  if (write !== undefined) return write(report);
  throw new TypeError(
    `formatReport: \`format\` must be one of ${[...formats.keys()].join(', ')}, but it is "${format}".`,
  );
}
