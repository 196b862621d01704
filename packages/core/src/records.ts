/** For authors of data sources: how records, conditions, and linkage are read. */
export { identityOf } from './spec/grammar/identity.ts';
export { type ConditionParts, conditionParts } from './query/condition-parts.ts';
export { fieldOf } from './documents/record/field-of.ts';
export { readReference, type Reference, toIdString, type TypeOf } from './documents/record/reference.ts';
// Filters and sort orders through relationships
export { type ConditionFold, foldCondition, type PathTerm, stepsOf } from './query/fold-condition.ts';
// Linkage
export { type Linkage, type LinkageChangeInput, linkageDifference } from './documents/record/linkage-difference.ts';
