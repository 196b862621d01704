import { nameTable, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { changeLevels } from './change.ts';
import type { CompareOptions } from './compare-options.ts';
import { changeRules } from './rules/change-rules.ts';

const knownOptions: OptionTable = optionTable({ levels: 'object', today: 'string', used: 'function' });
const ruleTable: OptionTable = nameTable(Object.keys(changeRules), 'rule');

/** Whether a text is a day that exists. `Date` would move 2027-02-30 to March. */
function isDay(text: string): boolean {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : Number.NaN);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * Checks the options of a comparison.
 *
 * @throws {TypeError} If an option or a rule is unknown, or a value is wrong.
 */
export function checkCompareOptions(options: CompareOptions): void {
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
