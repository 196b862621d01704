import { documentPlaces } from '../document/places.ts';
import type { ResourceIndex } from '../document/resource-index.ts';
import { frozenList } from '../internal/freeze.ts';
import { errorObjectRules } from './error-object-rules.ts';
import { createGrammar } from './grammar.ts';
import { judge, startRun } from './judge.ts';
import { ownRule } from './rule.ts';
import type { RuleSet } from './rule-set.ts';
import type { ValidationIssue } from './validation-issue.ts';

let ruleSet: RuleSet | undefined;

function errorRuleSet(): RuleSet {
  const rules = errorObjectRules.map(ownRule);
  return { rules, grammar: createGrammar(documentPlaces, rules, () => false) };
}

/** An error document contains no resource. */
const noResources: ResourceIndex = {
  repeated: [],
  addPrimary: () => undefined,
  addIncluded: () => undefined,
  addIdentifier: () => undefined,
  findUnlinked: () => [],
};

/**
 * Returns every issue of the error objects and the top-level links of an error document, with pointers into that document.
 * Runs the rules of `validateDocument` that can concern them, so a server does not load the rules about resources. Reads
 * plain JSON values only.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export function errorObjectIssues(
  errors: readonly unknown[],
  links?: Readonly<Record<string, unknown>>,
): readonly ValidationIssue[] {
  ruleSet ??= errorRuleSet();
  const run = startRun(ruleSet, { maxIssues: Number.POSITIVE_INFINITY }, () => noResources);
  judge(ruleSet, { errors, ...(links === undefined ? {} : { links }) }, run);
  return frozenList(run.issues);
}
