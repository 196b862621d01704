export { type AcceptedChange, type ChangeReview, reviewChanges } from './accepted-changes.ts';
export type { Change, ChangeDirection, ChangeLevel } from './change.ts';
export { compareDescriptions } from './compare-descriptions.ts';
export type { CompareOptions } from './compare-options.ts';
export { contractText } from './contract/contract-text.ts';
export { formatReview, type ReviewFormat } from './report/format-review.ts';
export { type ChangeRuleId, changeRules } from './rules/change-rules.ts';
export type { ChangeRule } from './rules/rule.ts';
