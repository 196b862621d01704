/** For authors of data sources, and backends that keep records in arrays: how records, conditions, and linkage are read. */
export { identityOf } from './spec/grammar/identity.ts';
export { type ConditionParts, conditionParts } from './query/condition-parts.ts';
export { fieldOf } from './documents/record/field-of.ts';
export { toIdString } from './documents/record/record-id.ts';
export { readReference, type Reference, type TypeOf } from './documents/record/reference.ts';
// Filters and sort orders through relationships
export { type ConditionFold, foldCondition, type PathTerm, stepsOf } from './query/fold-condition.ts';
// Filters, sort orders, and pages of records in arrays
export { type SelectOptions, selectRecords } from './selection/select-records.ts';
// Linkage
export { type Linkage, type LinkageChangeInput, linkageDifference } from './documents/record/linkage-difference.ts';
