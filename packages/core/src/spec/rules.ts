import { apiRules } from './api-rules.ts';
import { documentRules } from './document-rules.ts';
import { errorsRules } from './errors-rules.ts';
import { linksRules } from './links-rules.ts';
import { recommendationsRules } from './recommendations-rules.ts';
import { requestsRules } from './requests-rules.ts';
import { resourceRules } from './resource-rules.ts';
import type { RuleBinding } from './rule-facts.ts';
import type { RuleId } from './rule-id.ts';

type Binding = Omit<RuleBinding, 'id'>;

/* @__NO_SIDE_EFFECTS__ */
function joined(...tables: readonly Readonly<Record<string, Binding>>[]): Readonly<Record<RuleId, Binding>> {
  return Object.assign({}, ...tables);
}

/**
 * The facts that an issue reports for each rule of the specification: level, section, and whether a receiver rejects
 * the document.
 */
export const ruleBindings: Readonly<Record<RuleId, Binding>> = joined(
  documentRules,
  resourceRules,
  linksRules,
  errorsRules,
  requestsRules,
  recommendationsRules,
  apiRules,
);
