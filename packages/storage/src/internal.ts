/** Helpers that the packages of Linkage share. They may change with any release: do not build on them. */
export { assertStorable } from './columns/assert-storable.ts';
export { base64Of, bytesOf } from './columns/base64.ts';
export { boundedComparison, canCompare, canStore } from './columns/column-values.ts';
export { comparisonOf } from './columns/comparison.ts';
export { describeColumn } from './columns/describe-column.ts';
export { formatInstant, instantOf, truncateInstant } from './columns/instant.ts';
export { idTaken, notText, relatedNotFound, retryLater, unstorableId } from './failures/source-errors.ts';
export { driverText, violationIn } from './failures/violation.ts';
export { commitError, violationError } from './failures/violation-error.ts';
