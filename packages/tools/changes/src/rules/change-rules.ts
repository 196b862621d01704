import { fieldRules } from './field-rules.ts';
import { queryRules } from './query-rules.ts';
import type { ChangeRule } from './rule.ts';
import { schemaRules } from './schema-rules.ts';
import { serverRules } from './server-rules.ts';

/** The id of a rule. */
export type ChangeRuleId =
  | keyof typeof fieldRules
  | keyof typeof schemaRules
  | keyof typeof queryRules
  | keyof typeof serverRules;

/** Every rule by its id. */
export const changeRules: Readonly<Record<ChangeRuleId, ChangeRule>> = {
  ...fieldRules,
  ...schemaRules,
  ...queryRules,
  ...serverRules,
};
