import { describeValue } from '../internal/describe-value.ts';
import { isObject } from '../internal/is-object.ts';
import { oncePer } from '../internal/once-per.ts';
import { createRuleSet, type RuleChoice, type RuleSet } from './rule-set.ts';

const CACHE_SIZE = 50;

const ruleSets = new Map<string, RuleSet>();
let count = 0;
const numberOfObject = oncePer<object, number>(() => ++count);

function numberOf(definition: unknown): number {
  if (!isObject(definition))
    throw new TypeError(
      `validateDocument: extensions and profiles must be objects, but one is ${describeValue(definition)}.`,
    );
  return numberOfObject(definition);
}

/** Returns the numbers of definitions. A hole of an array is not skipped. */
function numbersOf(definitions: readonly object[]): readonly number[] {
  return Array.from(definitions, numberOf);
}

const levels: readonly unknown[] = ['must', 'should', 'off', undefined];

function checkLevels(rules: RuleChoice['rules']): void {
  for (const level of Object.values(rules)) {
    if (!levels.includes(level))
      throw new TypeError(
        `validateDocument: \`rules\` must contain levels or "off", but it contains ${describeValue(level)}.`,
      );
  }
}

/** Returns the rule set of a choice. Caches the last fifty. */
export function findRuleSet(choice: RuleChoice): RuleSet {
  const { as, level, extensions, profiles, withApi, rules } = choice;
  checkLevels(rules);
  const key = JSON.stringify([as, level, numbersOf(extensions), numbersOf(profiles), withApi, rules]);
  const known = ruleSets.get(key);
  if (known !== undefined) return known;
  const ruleSet = createRuleSet(choice);
  if (ruleSets.size >= CACHE_SIZE) ruleSets.clear();
  ruleSets.set(key, ruleSet);
  return ruleSet;
}
