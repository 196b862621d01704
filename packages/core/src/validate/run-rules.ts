import { suggestName } from '../internal/describe-value.ts';
import { isObject } from '../internal/members.ts';
import { resolveLimit } from '../internal/resolve-limit.ts';
import { type DocumentNode, pointerOf } from '../spec/grammar/node.ts';
import { createOwnPropertyView, type OwnPropertyView } from '../spec/grammar/own-properties.ts';
import type { ResourceIndex } from '../spec/grammar/resource-index.ts';
import { type WalkContext, walk } from '../spec/grammar/walk.ts';
import type { Rule } from './rule.ts';
import type { RuleSet } from './rule-set.ts';
import type { ValidateOptions } from './validate-options.ts';
import { type ValidationIssue, validationIssue } from './validation-issue.ts';

const MAX_ISSUES = 100;
/** Bounds the cost of a document with many unknown names. */
const MAX_SUGGESTIONS = 20;

type RunOptions = Pick<ValidateOptions, 'as' | 'api' | 'extensions' | 'profiles' | 'sparseFieldsets' | 'maxIssues'>;

/** One run of the rules over one document, with the issues so far. */
export interface Run extends WalkContext {
  readonly issues: ValidationIssue[];
}

/** Starts a run of the rules over one document. `indexOf` creates the index for the rules about resources. */
export function startRun(
  { rules, grammar }: RuleSet,
  options: RunOptions,
  indexOf: (own: OwnPropertyView) => ResourceIndex,
): Run {
  const { extensions = [], profiles = [] } = options;
  const maxIssues = resolveLimit('maxIssues', options.maxIssues, MAX_ISSUES);
  const issues: ValidationIssue[] = [];
  const own = createOwnPropertyView();
  const memories = new Map<number, unknown>();
  const reported = new Set<string>();
  let suggestions = MAX_SUGGESTIONS;
  const run: Run = {
    issues,
    as: options.as,
    sparseFieldsets: options.sparseFieldsets === true,
    api: options.api,
    applied: [...extensions, ...profiles].map(({ uri }) => uri),
    resources: indexOf(own),
    own,
    rule: 0,
    full: false,
    hasReported: (...ids) => ids.some((id) => reported.has(id)),
    hasExtensionMember({ value, kind }) {
      return Object.entries(value as object).some(
        ([name, member]) =>
          member !== undefined && name.includes(':') && (grammar.isExtensionMember(name) || kind.members.has(name)),
      );
    },
    memory<Kept>(create: () => Kept): Kept {
      if (!memories.has(run.rule)) memories.set(run.rule, create());
      return memories.get(run.rule) as Kept;
    },
    suggest: (name, names, quote) => (suggestions-- > 0 ? suggestName(name, names, quote) : ''),
    report(message, node, ...below) {
      if (run.full) return;
      const rule = rules[run.rule] as Rule;
      reported.add(rule.id);
      issues.push(validationIssue(rule, message, pointerOf(node, below)));
      if (issues.length >= maxIssues) (run as { full: boolean }).full = true;
    },
  };
  return run;
}

function finish({ rules, grammar }: RuleSet, value: unknown, run: Run): void {
  if (!isObject(value)) return;
  const root: DocumentNode<unknown> = { value, kind: grammar.root, parent: null, key: '' };
  for (const [index, rule] of rules.entries()) {
    run.rule = index;
    if (!run.full) rule.finish?.(root, run);
  }
}

/** Runs the rules over every part of a document. */
export function runRules(ruleSet: RuleSet, value: unknown, run: Run): void {
  walk(ruleSet.grammar, value, run);
  finish(ruleSet, value, run);
}
