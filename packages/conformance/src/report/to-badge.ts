import type { Report } from './report.ts';

const encoded = (text: string): string => encodeURIComponent(text.replaceAll('-', '--').replaceAll('_', '__'));

/** Returns one line of Markdown for a README: a badge with how many cases passed of those that were decided. */
export function reportBadge({ summary: { passed, failed, failedByLevel } }: Report): string {
  const text = `${passed} of ${passed + failed}`;
  const color = failedByLevel.must > 0 ? 'red' : failed > 0 ? 'yellow' : 'brightgreen';
  const image = `https://img.shields.io/badge/${encoded('JSON:API 1.1')}-${encoded(text)}-${color}`;
  return `![JSON:API 1.1 conformance: ${text} cases passed](${image})\n`;
}
