import type { ChangeLevel } from '../change.ts';
import { fieldRules } from './field-rules.ts';
import { queryRules } from './query-rules.ts';
import type { ChangeRule, RuleText } from './rule.ts';
import { schemaRules } from './schema-rules.ts';
import { serverRules } from './server-rules.ts';

/** The id of a rule. */
export type ChangeRuleId =
  | keyof typeof fieldRules
  | keyof typeof schemaRules
  | keyof typeof queryRules
  | keyof typeof serverRules;

const strings: Readonly<Record<ChangeRuleId, RuleText>> = {
  ...fieldRules,
  ...schemaRules,
  ...queryRules,
  ...serverRules,
};

function ruleOf(text: RuleText): ChangeRule {
  const [levels = '', title = '', reason = ''] = text.split(' | ');
  const [request, response = request] = levels.split(' ') as [ChangeLevel, ChangeLevel?];
  return { request, response, title, reason };
}

/** Every rule by its id. */
export const changeRules: Readonly<Record<ChangeRuleId, ChangeRule>> = Object.fromEntries(
  Object.entries(strings).map(([id, text]) => [id, ruleOf(text)]),
) as Record<ChangeRuleId, ChangeRule>;
