import { apiStatements } from './api-statements.ts';
import { documentStatements } from './document-statements.ts';
import { errorsStatements } from './errors-statements.ts';
import { linksStatements } from './links-statements.ts';
import { recommendationsStatements } from './recommendations-statements.ts';
import { requestsStatements } from './requests-statements.ts';
import { resourceStatements } from './resource-statements.ts';
import type { RuleId } from './rule-id.ts';
import type { RuleStatement } from './rule-statement.ts';

/* @__NO_SIDE_EFFECTS__ */
function joined(
  ...tables: readonly Readonly<Record<string, RuleStatement>>[]
): Readonly<Record<RuleId, RuleStatement>> {
  return Object.assign({}, ...tables);
}

/** The statements of all rules of the specification. */
export const ruleStatements: Readonly<Record<RuleId, RuleStatement>> = joined(
  documentStatements,
  resourceStatements,
  linksStatements,
  errorsStatements,
  requestsStatements,
  recommendationsStatements,
  apiStatements,
);
