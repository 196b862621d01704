import { apiRules } from './api-rules.ts';
import { documentRules } from './document-rules.ts';
import { errorsRules } from './errors-rules.ts';
import { linksRules } from './links-rules.ts';
import { recommendationsRules } from './recommendations-rules.ts';
import { requestsRules } from './requests-rules.ts';
import { resourceRules } from './resource-rules.ts';
import type { RuleFacts } from './rule-facts.ts';
import type { RuleId } from './rule-id.ts';

type Facts = Omit<RuleFacts, 'id'>;

/* @__NO_SIDE_EFFECTS__ */
function joined(...tables: readonly Readonly<Record<string, Facts>>[]): Readonly<Record<RuleId, Facts>> {
  return Object.assign({}, ...tables);
}

/** What is known of every rule of the specification: level, section, rows of the ledger, statement. */
export const ruleFacts: Readonly<Record<RuleId, Facts>> = joined(
  documentRules,
  resourceRules,
  linksRules,
  errorsRules,
  requestsRules,
  recommendationsRules,
  apiRules,
);
