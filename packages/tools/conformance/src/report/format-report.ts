import { decidedShare, type Report } from './report.ts';
import { reportHtml } from './to-html.ts';
import { reportJUnit } from './to-junit.ts';
import { reportSummary } from './to-summary.ts';
import { reportText } from './to-text.ts';

const encoded = (text: string): string => encodeURIComponent(text.replaceAll('-', '--').replaceAll('_', '__'));

/**
 * Returns what a badge says: the cases of the level MUST that passed, and the share of those that were decided.
 *
 * @throws {TypeError} If the run had only some of the cases.
 */
function badgeOf({ extent, outcome, summary: { failed, byLevel } }: Report): {
  readonly text: string;
  readonly color: string;
} {
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
  return { text, color };
}

const BADGE = 'JSON:API 1.1';

/** Returns one line of Markdown for a README. */
function reportBadge(report: Report): string {
  const { text, color } = badgeOf(report);
  const image = `https://img.shields.io/badge/${encoded(BADGE)}-${encoded(text)}-${color}`;
  return `![JSON:API 1.1 conformance: ${text}](${image})\n`;
}

/** Returns the badge as JSON that shields.io reads from a URL, so that a README shows the last run. */
function reportBadgeJson(report: Report): string {
  const { text: message, color } = badgeOf(report);
  return `${JSON.stringify({ schemaVersion: 1, label: BADGE, message, color })}\n`;
}

/** The forms of a report. */
export type ReportFormat = 'text' | 'json' | 'junit' | 'html' | 'summary' | 'badge' | 'badge-json';

const formats: ReadonlyMap<string, (report: Report) => string> = new Map([
  ['text', reportText],
  ['json', (report: Report) => `${JSON.stringify(report, null, 2)}\n`],
  ['junit', reportJUnit],
  ['html', reportHtml],
  ['summary', reportSummary],
  ['badge', reportBadge],
  ['badge-json', reportBadgeJson],
]);

/**
 * Returns a report as text for a terminal, JSON, JUnit XML, a self-contained HTML page, a summary in Markdown, or a badge: one line of Markdown,
 * or JSON for shields.io.
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
