import { nameTable, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { ServerDescription } from '@linkage/server';
import type { Change } from './change.ts';
import { changeLevels } from './change.ts';
import { applyOptions, type CompareOptions } from './compare-options.ts';
import { compareServers } from './description/compare-server.ts';
import { checkInput } from './input/check-input.ts';
import { isDescription } from './input/forms.ts';
import { createPlace } from './place.ts';
import { changeRules } from './rules/change-rules.ts';

const knownOptions: OptionTable = optionTable({ levels: 'object', today: 'string', used: 'function' });
const ruleTable: OptionTable = nameTable(Object.keys(changeRules), 'rule');

/** Whether a string is a day that exists. `Date` would move 2027-02-30 to March. */
function isDay(text: string): boolean {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : Number.NaN);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * Checks the options of a comparison.
 *
 * @throws {TypeError} If an option or a rule is unknown, or a value is wrong.
 */
function checkCompareOptions(options: CompareOptions): void {
  const name = 'compareDescriptions';
  const { levels, today } = readOptions(name, options, knownOptions);
  if (today !== undefined && !isDay(today)) {
    throw new TypeError(`${name}: \`today\` must be a date like "2027-01-31", but it is "${today}".`);
  }
  for (const [rule, level] of Object.entries(readOptions(`${name}: levels`, levels ?? {}, ruleTable))) {
    if (level !== undefined && !changeLevels.includes(level)) {
      const known = changeLevels.map((it) => JSON.stringify(it)).join(' or ');
      throw new TypeError(`${name}: levels: \`${rule}\` must be ${known}, but it is ${JSON.stringify(level)}.`);
    }
  }
}

/**
 * Returns the changes between two descriptions of a server, the worst first. The order of members and of lists does not
 * matter. Get a description from `server.describe()`.
 *
 * @throws {TypeError} If an option is unknown or has a wrong value, or a description is malformed: the message names the
 * member.
 */
export function compareDescriptions(
  before: ServerDescription,
  after: ServerDescription,
  options: CompareOptions = {},
): readonly Change[] {
  checkCompareOptions(options);
  checkInput('compareDescriptions', 'before', before, isDescription);
  checkInput('compareDescriptions', 'after', after, isDescription);
  const changes: Change[] = [];
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  compareServers(createPlace({ before, after, today }, changes));
  return applyOptions(changes, options);
}
