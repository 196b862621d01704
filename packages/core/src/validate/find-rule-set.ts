import { describeValue } from '../internal/describe-value.ts';
import { isObject } from '../internal/is-object.ts';
import { truncate } from '../internal/truncate.ts';
import { createRuleSet, type RuleChoice, type RuleSet } from './rule-set.ts';

const CACHE_SIZE = 50;

const ruleSets = new Map<string, RuleSet>();
const numbers = new WeakMap<object, number>();
let count = 0;

/** Returns the numbers of definitions. A hole of an array is not skipped. */
function numbersOf(name: 'extensions' | 'profiles', definitions: readonly unknown[]): readonly number[] {
  return Array.from(definitions, (definition, index) => {
    if (isObject(definition)) return numberOf(definition);
    const value = describeValue(definition);
    throw new TypeError(`validateDocument: \`${name}[${index}]\` must be an object, but it is ${value}.`);
  });
}

function numberOf(definition: object): number {
  const known = numbers.get(definition);
  if (known !== undefined) return known;
  numbers.set(definition, ++count);
  return count;
}

const levels: ReadonlySet<unknown> = new Set(['must', 'should', 'off', undefined]);

function checkLevels(rules: RuleChoice['rules']): void {
  for (const [id, level] of Object.entries(rules)) {
    if (levels.has(level)) continue;
    const expected = '"must", "should", or "off"';
    throw new TypeError(
      `validateDocument: \`rules\` must contain only ${expected}, but "${truncate(id)}" is ${describeValue(level)}.`,
    );
  }
}

/** Returns the rule set of a choice. Caches the last fifty. */
export function findRuleSet(choice: RuleChoice): RuleSet {
  const { as, level, extensions, profiles, withApi, rules } = choice;
  checkLevels(rules);
  const key = JSON.stringify([
    as,
    level,
    numbersOf('extensions', extensions),
    numbersOf('profiles', profiles),
    withApi,
    rules,
  ]);
  const known = ruleSets.get(key);
  if (known !== undefined) return known;
  const ruleSet = createRuleSet(choice);
  if (ruleSets.size >= CACHE_SIZE) ruleSets.clear();
  ruleSets.set(key, ruleSet);
  return ruleSet;
}
