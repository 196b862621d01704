import type { JsonApiDocument } from '../document/document.ts';
import { createResourceIndex } from '../grammar/resource-index.ts';
import { frozenList } from '../internal/freeze.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { findRuleSet } from './find-rule-set.ts';
import { judge, startRun } from './judge.ts';
import { plainCopy } from './plain-copy.ts';
import { jsonValue } from './rules/json-value.ts';
import type { ValidateOptions } from './validate-options.ts';
import { type ValidationIssue, validationIssue } from './validation-issue.ts';

/** The document, or what is wrong with it. */
export type ValidationResult =
  | { readonly value: JsonApiDocument; readonly issues?: undefined }
  | { readonly issues: readonly ValidationIssue[] };

const optionsTable: OptionTable = optionTable({
  as: ['response', 'create', 'update', 'relationship', 'update-relationship'],
  extensions: 'array',
  profiles: 'array',
  sparseFieldsets: 'boolean',
  api: 'object',
  level: ['must', 'should'],
  rules: 'object',
  maxIssues: 'any',
});

/** A copy without getters and proxies; undefined when the value cannot be read. */
function readable(value: unknown): { readonly copy: unknown } | undefined {
  try {
    return { copy: plainCopy(value) };
  } catch {
    return undefined;
  }
}

/**
 * Judges a document by the rules of the specification, and of the applied extensions and profiles. It changes nothing, and
 * takes any value: none makes it throw, not even one that throws when it is read. A rule of an extension or profile that
 * throws by itself is a mistake of its author, and what it throws is thrown on.
 *
 * @throws {TypeError} `maxIssues` is neither a whole number nor Infinity, or `rules` names a rule that does not exist.
 * @see https://jsonapi.org/format/1.1/#document-structure
 */
export function validateDocument(value: unknown, options: ValidateOptions = {}): ValidationResult {
  const given = readOptions('validateDocument', options, optionsTable);
  const { as, level = 'must', extensions = [], profiles = [], rules = {} } = given;
  const ruleSet = findRuleSet({ as, level, extensions, profiles, rules, withApi: given.api !== undefined });
  const run = startRun(ruleSet, given, createResourceIndex);
  try {
    judge(ruleSet, value, run);
  } catch {
    const read = readable(value);
    // Plain data does not throw when it is read: if judging the copy fails as well, a rule is at fault.
    if (read !== undefined) judge(ruleSet, read.copy, startRun(ruleSet, given, createResourceIndex));
    run.issues.push(validationIssue(jsonValue, 'The document is no JSON: reading it fails.', ''));
  }
  return run.issues.length === 0 ? { value: value as JsonApiDocument } : { issues: frozenList(run.issues) };
}
