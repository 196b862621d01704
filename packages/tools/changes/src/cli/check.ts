import { parseArgs } from 'node:util';
import { usageError } from '@linkage/core/internal';
import type { ServerDescription } from '@linkage/server';
import { type AcceptedChange, reviewChanges } from '../accepted-changes.ts';
import { type Change, changeLevels } from '../change.ts';
import { compareDescriptions } from '../compare-descriptions.ts';
import type { CompareOptions } from '../compare-options.ts';
import { formatReview, type ReviewFormat, reviewFormats } from '../report/format-review.ts';
import { member } from '../schema/json-schema.ts';
import { readInput, readText } from './read-input.ts';
import type { Terminal } from './terminal.ts';

/** The version of `ServerDescription` that this release compares completely. */
const KNOWN_CONTRACT = 3;

const options = {
  accepted: { type: 'string' },
  level: { type: 'string', multiple: true },
  'fail-on': { type: 'string' },
  format: { type: 'string' },
  all: { type: 'boolean' },
  strict: { type: 'boolean' },
} as const;

/** `check`: returns the exit status. */
export async function checkCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [before, after, more] = positionals;
  if (before === undefined || after === undefined)
    throw usageError('Pass the contract and the present API, such as `check api.contract.json server.ts`.');
  if (more !== undefined) throw usageError(`Pass the contract and the present API. "${more}" is a third input.`);
  const format = formatOf(values.format);
  const failOn = values['fail-on'] ?? 'breaking';
  if (failOn !== 'breaking' && failOn !== 'dangerous') throw usageError('--fail-on must be breaking or dangerous.');
  const accepted: readonly AcceptedChange[] = values.accepted === undefined ? [] : await readAccepted(values.accepted);
  const [was, is] = [await readInput(before), await readInput(after)];
  if (isUnknownContract([was, is], terminal) && values.strict) return 2;
  const review = reviewChanges(compare(was, is, { levels: levelsOf(values.level ?? []) }), accepted);
  // Annotations are commands of CI, so their data are escaped in the report.
  const { out } = format === 'github' ? terminal.raw : terminal;
  out(formatReview(review, format, values.all === true));
  if (review.stale.length > 0) return 1;
  return review.level === 'breaking' || review.level === failOn ? 1 : 0;
}

/** Reads the file of accepted changes: an array of objects with `rule`, `pointer`, and `reason`. */
async function readAccepted(file: string): Promise<readonly AcceptedChange[]> {
  const text = await readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  if (!Array.isArray(value)) throw usageError(`${file} must contain an array of accepted changes.`);
  for (const [index, entry] of value.entries()) {
    for (const name of ['rule', 'pointer', 'reason']) {
      if (typeof member(entry, name) === 'string') continue;
      throw usageError(`${file}: entry ${index} must have the text \`${name}\`.`);
    }
  }
  return value;
}

function formatOf(text: string | undefined): ReviewFormat {
  const format = reviewFormats.find((it) => it === (text ?? 'text'));
  if (format === undefined) throw usageError(`--format must be one of ${reviewFormats.join(', ')}.`);
  return format;
}

function levelsOf(strings: readonly string[]): NonNullable<CompareOptions['levels']> {
  const entries = strings.map((text) => {
    const [rule, level] = text.split('=');
    if (!changeLevels.some((it) => it === level)) {
      throw usageError(`--level must be <rule>=breaking, dangerous, or safe, but it is "${text}".`);
    }
    return [rule, level] as const;
  });
  return Object.fromEntries(entries);
}

/** Warns of a description that a later release wrote: this release does not know all of its members. */
function isUnknownContract(inputs: readonly ServerDescription[], { error }: Terminal): boolean {
  const newest = Math.max(...inputs.map(({ contract = 0 }) => contract));
  if (newest <= KNOWN_CONTRACT) return false;
  error(
    `A description has the contract ${newest}, but this release knows ${KNOWN_CONTRACT}. Update @linkage/changes.\n`,
  );
  return true;
}

function compare(
  before: ServerDescription,
  after: ServerDescription,
  compareOptions: CompareOptions,
): readonly Change[] {
  try {
    return compareDescriptions(before, after, compareOptions);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The inputs were checked when they were read, so an option is wrong, such as the rule of `--level`.
    throw usageError(error.message);
  }
}
