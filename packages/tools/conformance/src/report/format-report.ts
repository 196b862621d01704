import type { Report } from './report.ts';
import { reportBadge } from './to-badge.ts';
import { reportHtml } from './to-html.ts';
import { reportJUnit } from './to-junit.ts';
import { reportText } from './to-text.ts';

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
