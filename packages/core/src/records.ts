/** For authors of data sources: how records, conditions, and linkage are read. */
export { identityOf } from './grammar/identity.ts';
export { type ConditionParts, conditionParts } from './query/condition-parts.ts';
export { fieldOf } from './record/field-of.ts';
export { readReference, type Reference, toIdString, type TypeOf } from './record/reference.ts';
// Filters and sort orders through relationships
export { type PathBuilder, type PathTerm, pathCondition, stepsOf } from './query/path-condition.ts';
// Linkage
export { type Linkage, type LinkageChangeInput, linkageDifference } from './record/linkage-difference.ts';
