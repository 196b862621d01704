import { frozenList } from '../internal/freeze.ts';
import { type RuleId, ruleStatements } from '../spec/rule-statements.ts';
import type { DeclaredRule, Rule } from './rule.ts';
import { specifiedRules } from './specified-rules.ts';

/* @__NO_SIDE_EFFECTS__ */
function withStatement(rule: Rule): DeclaredRule {
  const [requirements = '', statement = ''] = ruleStatements[rule.id as RuleId].split(/: (.*)/s);
  return Object.freeze({ ...rule, statement, requirements: Object.freeze(requirements.split(' ')) });
}

/** The rules of the specification with their statements. The validator does not load the statements. */
export const declaredRules: readonly DeclaredRule[] = frozenList(specifiedRules.map(withStatement));
