import { describeValue } from '../internal/describe-value.ts';
import { frozenList } from '../internal/freeze.ts';
import { isObject } from '../internal/members.ts';
import { oncePer } from '../internal/once-per.ts';
import { type OptionTable, optionTable, readOptional } from '../internal/options.ts';
import { plainCopy } from '../internal/plain-copy.ts';
import type { JsonApiDocument } from '../spec/document/document.ts';
import { createResourceIndex } from '../spec/grammar/resource-index.ts';
import { createRuleSet, type RuleChoice, type RuleSet } from './rule-set.ts';
import { jsonValue } from './rules/members.ts';
import { runRules, startRun } from './run-rules.ts';
import type { ValidateOptions } from './validate-options.ts';
import { type ValidationIssue, validationIssue } from './validation-issue.ts';

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

/** The valid document, or its issues. */
export type ValidationResult =
  | { readonly value: JsonApiDocument; readonly issues?: undefined }
  | { readonly issues: readonly ValidationIssue[] };

const optionsTable: OptionTable = optionTable({
  as: ['response', 'create', 'update', 'relationship', 'update-relationship'],
  ...{ extensions: 'array', profiles: 'array', sparseFieldsets: 'boolean', api: 'object' },
  ...{ level: ['must', 'should'], rules: 'object', maxIssues: 'any' },
});

/** Returns a copy without getters and proxies, or undefined if the value cannot be read. */
function readable(value: unknown): { readonly copy: unknown } | undefined {
  try {
    return { copy: plainCopy(value) };
  } catch {
    return undefined;
  }
}

/**
 * Validates a document against the rules of the specification, the applied extensions, and the applied profiles. Does
 * not change the document. Accepts any value and does not throw, even if reading the value throws. If a rule of an
 * extension or profile throws, its author must fix the rule, so the error is rethrown.
 *
 * @throws {TypeError} If `maxIssues` is neither a whole number nor Infinity, or if `rules` contains an unknown rule id.
 * @see https://jsonapi.org/format/1.1/#document-structure
 */
export function validateDocument(value: unknown, options?: ValidateOptions): ValidationResult {
  const checked = readOptional('validateDocument', options, optionsTable);
  const { as, level = 'must', extensions = [], profiles = [], rules = {} } = checked;
  const ruleSet = findRuleSet({ as, level, extensions, profiles, rules, withApi: checked.api !== undefined });
  const run = startRun(ruleSet, checked, createResourceIndex);
  try {
    runRules(ruleSet, value, run);
  } catch {
    const read = readable(value);
    // Reading plain data does not throw. If the rules throw for the copy as well, a rule is wrong.
    if (read !== undefined) runRules(ruleSet, read.copy, startRun(ruleSet, checked, createResourceIndex));
    run.issues.push(validationIssue(jsonValue, 'A document must be a JSON value, but reading it throws an error.', ''));
  }
  return run.issues.length === 0 ? { value: value as JsonApiDocument } : { issues: frozenList(run.issues) };
}
