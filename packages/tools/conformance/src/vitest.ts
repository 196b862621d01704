/** Matchers for Vitest and Jest, and plain assertions for other runners. It imports no test runner. */

export { canonicalText, documentSerializer } from './matchers/canonical-text.ts';
export type { ErrorExpectation, ResourceExpectation } from './matchers/checks.ts';
export { type DescribeOptions, describeConformance, type Runner } from './matchers/describe-conformance.ts';
export { type DocumentMatchers, documentAssert, type MatcherResult, matchers } from './matchers/matchers.ts';
