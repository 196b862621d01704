import type { CaseResult, Report } from '../src/index.ts';

function lineOf({ id, rows, expected, came, exchanges }: CaseResult): string {
  const { method, url } = exchanges.at(-1)?.request ?? { method: '', url: '' };
  return `${id} (${rows.join(' ')}): expected ${expected}, but ${came}. ${method} ${url}`;
}

/** Returns a line for each case that failed. */
export function failuresOf({ results }: Report): readonly string[] {
  return results.filter(({ verdict }) => verdict === 'failed').map(lineOf);
}
