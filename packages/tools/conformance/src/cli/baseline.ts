import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { usageError } from '@linkage/core/internal';
import { isObject } from '../json.ts';
import type { CaseResult } from '../report/report.ts';
import { readJson } from './read-text.ts';

/** The failures that are known, in a file that a project keeps beside its samples. */
export interface Baseline {
  readonly file: string | undefined;
  /** Ids of cases that are known to fail. */
  readonly failures: ReadonlySet<string>;
  /** Whether the file is written anew. */
  readonly isUpdated: boolean;
}

/** Reads the file. It can be missing if it is to be written. */
export async function readBaseline(file: string | undefined, isUpdated: boolean): Promise<Baseline> {
  if (file === undefined) {
    if (isUpdated) throw usageError('--update-baseline needs --baseline <file>.');
    return { file, failures: new Set(), isUpdated };
  }
  if (isUpdated && !existsSync(file)) return { file, failures: new Set(), isUpdated };
  const content = await readJson(file, 'The baseline');
  const failures: unknown = isObject(content) ? content['failures'] : undefined;
  if (!Array.isArray(failures) || !failures.every((id) => typeof id === 'string')) {
    throw usageError(`The baseline ${file} must contain \`failures\`, an array of ids of cases.`);
  }
  return { file, failures: new Set(failures), isUpdated };
}

/** Compares the failures of a run with those that are known, and writes the file if it is to be updated. */
export async function compareBaseline(
  { file, failures: known, isUpdated }: Baseline,
  failures: readonly CaseResult[],
  results: readonly CaseResult[],
): Promise<{ readonly isWorse: boolean; readonly text: string }> {
  if (file === undefined) return { isWorse: failures.length > 0, text: '' };
  const ids = failures.map(({ id }) => id);
  if (isUpdated) {
    // Cases that this run did not have stay as they were.
    const tried = new Set(results.map(({ id }) => id));
    const kept = [...known].filter((id) => !tried.has(id));
    await writeFile(file, `${JSON.stringify({ failures: [...kept, ...ids].sort() }, null, 2)}\n`);
    return { isWorse: false, text: `Wrote ${file}: ${countText(kept.length + ids.length)}.\n` };
  }
  const fresh = ids.filter((id) => !known.has(id));
  const fixed = results.filter(({ id, verdict }) => known.has(id) && verdict === 'passed').map(({ id }) => id);
  const text = [
    `${countText(ids.length - fresh.length)}, ${fresh.length} new ${fresh.length === 1 ? 'one' : 'ones'}.`,
    ...(fresh.length === 0 ? [] : [`New: ${fresh.join(', ')}`]),
    ...(fixed.length === 0 ? [] : [`These pass now: ${fixed.join(', ')}. To remove them, pass --update-baseline.`]),
  ];
  return { isWorse: fresh.length > 0, text: `${text.join('\n')}\n` };
}

function countText(count: number): string {
  return `${count} known ${count === 1 ? 'failure' : 'failures'}`;
}
