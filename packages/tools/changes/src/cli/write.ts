import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { usageError } from '@linkage/core/internal';
import { reviewChanges } from '../accepted-changes.ts';
import { compareDescriptions } from '../compare-descriptions.ts';
import { contractText } from '../contract/contract-text.ts';
import { formatReview } from '../report/format-review.ts';
import { readInput, readText } from './read-input.ts';
import type { Terminal } from './terminal.ts';

const options = { out: { type: 'string' }, check: { type: 'boolean' } } as const;

/** `write`: returns the exit status. */
export async function writeCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [from, more] = positionals;
  if (from === undefined) throw usageError('Pass the API, such as `write server.ts`.');
  if (more !== undefined) throw usageError(`Pass one API. "${more}" is a second one.`);
  const description = await readInput(from);
  const text = contractText(description);
  const file = values.out ?? 'api.contract.json';
  if (values.check !== true) {
    await writeFile(file, text);
    terminal.error(`Wrote ${file}.\n`);
    return 0;
  }
  const present = await readText(file).catch(() => undefined);
  if (present === text) return 0;
  terminal.error(`${file} ${present === undefined ? 'does not exist' : 'is outdated'}. Run \`write ${from}\`.\n`);
  if (present !== undefined) {
    const changes = compareDescriptions(await readInput(file), description);
    terminal.out(formatReview(reviewChanges(changes), 'text', true));
  }
  return 1;
}
