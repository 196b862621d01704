import { frozenList } from '../internal/freeze.ts';
import type { RuleId } from '../spec/rule-id.ts';
import { ruleStatements } from '../spec/rule-statements.ts';
import type { Rule, StatedRule } from './rule.ts';
import { specifiedRules } from './specified-rules.ts';

/* @__NO_SIDE_EFFECTS__ */
function withStatements(rules: readonly Rule[]): readonly StatedRule[] {
  return frozenList(rules.map((rule) => Object.freeze({ ...rule, ...ruleStatements[rule.id as RuleId] })));
}

/** The rules of the specification with their statements. The validator does not load the statements. */
export const statedRules: readonly StatedRule[] = withStatements(specifiedRules);
