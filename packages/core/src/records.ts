/** For authors of data sources: how records are read. */
export { identityOf } from './grammar/identity.ts';
export { type ConditionParts, conditionParts } from './query/condition-parts.ts';
export { fieldOf } from './record/field-of.ts';
export { readReference, type Reference, toIdString, type TypeOf } from './record/reference.ts';
