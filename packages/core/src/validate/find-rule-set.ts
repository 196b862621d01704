import { createRuleSet, type RuleChoice, type RuleSet } from './rule-set.ts';

const CACHE_SIZE = 50;

const ruleSets = new Map<string, RuleSet>();
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
  const known = ruleSets.get(key);
  if (known !== undefined) return known;
  const ruleSet = createRuleSet(choice);
  if (ruleSets.size >= CACHE_SIZE) ruleSets.clear();
  ruleSets.set(key, ruleSet);
  return ruleSet;
}
