import { createRuleSet, type RuleChoice, type RuleSet } from './rule-set.ts';

const CACHE_SIZE = 50;

const made = new Map<string, RuleSet>();
const numbers = new WeakMap<object, number>();
let count = 0;

function numberOf(definition: object): number {
  const known = numbers.get(definition);
  if (known !== undefined) return known;
  numbers.set(definition, ++count);
  return count;
}

/** Returns the rule set of a choice. Caches the last fifty. */
export function findRuleSet(choice: RuleChoice): RuleSet {
  const { as, level, extensions, profiles, withApi, rules } = choice;
  const key = JSON.stringify([as, level, extensions.map(numberOf), profiles.map(numberOf), withApi, rules]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const ruleSet = createRuleSet(choice);
  if (made.size >= CACHE_SIZE) made.clear();
  made.set(key, ruleSet);
  return ruleSet;
}
