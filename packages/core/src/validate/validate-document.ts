import { frozenList } from '../internal/freeze.ts';
import { type OptionTable, optionTable, readOptional } from '../internal/options.ts';
import { plainCopy } from '../internal/plain-copy.ts';
import type { JsonApiDocument } from '../spec/document/document.ts';
import { createResourceIndex } from '../spec/grammar/resource-index.ts';
import { findRuleSet } from './find-rule-set.ts';
import { jsonValue } from './rules/json-value.ts';
import { runRules, startRun } from './run-rules.ts';
import type { ValidateOptions } from './validate-options.ts';
import { type ValidationIssue, validationIssue } from './validation-issue.ts';

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
