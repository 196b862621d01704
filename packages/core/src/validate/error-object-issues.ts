import { frozenList } from '../internal/freeze.ts';
import { oncePer } from '../internal/once-per.ts';
import type { Extension } from '../media-type/extension.ts';
import { errorNodeKinds } from '../spec/grammar/error-node-kinds.ts';
import type { ResourceIndex } from '../spec/grammar/resource-index.ts';
import { isExtensionMemberName } from '../spec/member/member-name.ts';
import { errorObjectRules } from './error-object-rules.ts';
import { createGrammar } from './grammar.ts';
import { ownRule } from './rule.ts';
import type { RuleSet } from './rule-set.ts';
import { runRules, startRun } from './run-rules.ts';
import type { ValidationIssue } from './validation-issue.ts';

function createErrorRuleSet(namespaces: ReadonlySet<string | undefined>): RuleSet {
  const rules = errorObjectRules.map(ownRule);
  const isAdded = (name: string): boolean => isExtensionMemberName(name) && namespaces.has(name.split(':', 1)[0]);
  return { rules, grammar: createGrammar(errorNodeKinds, rules, isAdded) };
}

let plain: RuleSet | undefined;
const ruleSetOf = oncePer((extensions: readonly Extension[]) =>
  createErrorRuleSet(new Set(extensions.map(({ namespace }) => namespace))),
);

function ruleSetFor(extensions: readonly Extension[]): RuleSet {
  if (extensions.length > 0) return ruleSetOf(extensions);
  plain ??= createErrorRuleSet(new Set());
  return plain;
}

/** Every option is an own member. An absent option could be read from `Object.prototype`. */
const runOptions = {
  maxIssues: Number.POSITIVE_INFINITY,
  extensions: undefined,
  profiles: undefined,
  as: undefined,
  api: undefined,
  sparseFieldsets: undefined,
};

/** An error document does not contain resources. */
const noResources: ResourceIndex = {
  repeated: [],
  addPrimary: () => undefined,
  addIncluded: () => undefined,
  addIdentifier: () => undefined,
  findUnlinked: () => [],
};

/**
 * Returns every issue of the error objects and the top-level links of an error document, with pointers into that
 * document. Runs only the rules of `validateDocument` about them, so a server does not load the rules about resources.
 * Reads plain JSON values only.
 *
 * @param extensions The applied extensions. Members of their namespaces are allowed everywhere.
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export function errorObjectIssues(
  errors: readonly unknown[],
  links?: Readonly<Record<string, unknown>>,
  extensions: readonly Extension[] = [],
): readonly ValidationIssue[] {
  const ruleSet = ruleSetFor(extensions);
  const run = startRun(ruleSet, runOptions, () => noResources);
  runRules(ruleSet, { errors, ...(links === undefined ? {} : { links }) }, run);
  return frozenList(run.issues);
}
