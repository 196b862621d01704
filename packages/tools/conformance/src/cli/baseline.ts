import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { usageError } from '@linkage/core/internal';
import { isObject } from '../json.ts';
import type { Report } from '../report/report.ts';
import { readJson } from './read-text.ts';

/** The failures that are known, in a file that a project keeps beside its samples. */
export interface Baseline {
  /** Ids of cases that are known to fail. */
  readonly failures: readonly string[];
  /** The file, if there is one. */
  readonly file?: string;
  /** Whether the file is written anew. */
  readonly isUpdated?: boolean;
}

/** Reads the file. It can be missing if it is to be written. */
export async function readBaseline(file: string | undefined, isUpdated: boolean): Promise<Baseline> {
  if (file === undefined) {
    if (isUpdated) throw usageError('--update-baseline needs --baseline <file>.');
    return { failures: [] };
  }
  if (isUpdated && !existsSync(file)) return { file, failures: [], isUpdated };
  const content = await readJson(file, 'The baseline');
  const failures: unknown = isObject(content) ? content['failures'] : undefined;
  if (!Array.isArray(failures) || !failures.every((id) => typeof id === 'string')) {
    throw usageError(`The baseline ${file} must contain \`failures\`, an array of ids of cases.`);
  }
  return { file, failures, isUpdated };
}

/** Says what a run comes to with the failures that are known. If the file is to be updated, all failures of the run are known then. */
export async function withBaseline(
  { file, failures, isUpdated }: Baseline,
  report: Report,
): Promise<{ readonly judged: Report; readonly text: string }> {
  const { outcome, results } = report;
  if (file === undefined) return { judged: report, text: '' };
  if (isUpdated) {
    // Cases that this run did not have stay as they were.
    const tried = new Set(results.map(({ id }) => id));
    const known = [...outcome.known, ...outcome.failures];
    const all = [...failures.filter((id) => !tried.has(id)), ...known].sort();
    await writeFile(file, `${JSON.stringify({ failures: all }, null, 2)}\n`);
    const status = outcome.status === 1 ? 0 : outcome.status;
    const judged: Report = { ...report, outcome: { ...outcome, status, known, failures: [], fixed: [] } };
    return { judged, text: `Wrote ${file}: ${countText(all.length)}.\n` };
  }
  const fresh = outcome.failures;
  const text = [
    `${countText(outcome.known.length)}, ${fresh.length} new ${fresh.length === 1 ? 'one' : 'ones'}.`,
    ...(fresh.length === 0 ? [] : [`New: ${fresh.join(', ')}`]),
    ...(outcome.fixed.length === 0
      ? []
      : [`These pass now: ${outcome.fixed.join(', ')}. To remove them, pass --update-baseline.`]),
  ];
  return { judged: report, text: `${text.join('\n')}\n` };
}

function countText(count: number): string {
  return `${count} known ${count === 1 ? 'failure' : 'failures'}`;
}
