import type { EndpointDescription } from './description.ts';

/** The parts of a server that determine the statuses of errors. */
export interface StatusFacts {
  /** Whether the application identifies the user, and so can reject it. */
  readonly hasUsers: boolean;
  readonly hasAccess: boolean;
  readonly hasUrlLimit: boolean;
  readonly hasTimeLimit: boolean;
  readonly canOverload: boolean;
  /** Whether a source has jobs: otherwise no write continues in the background. */
  readonly hasJobs: boolean;
}

type StatusParts = Pick<EndpointDescription, 'method' | 'ifMatch' | 'idempotencyKey'> & {
  readonly query: EndpointDescription['query'] | undefined;
  readonly document: EndpointDescription['document'] | undefined;
  /** The statuses of successful responses. */
  readonly successes: readonly number[];
  /** Whether the URL contains an id. */
  readonly hasId: boolean;
};

/**
 * Returns the statuses of the responses of an endpoint, in order. A GET with a body is not part of a description: HTTP
 * gives it no meaning.
 */
export function statusesOf(parts: StatusParts, facts: StatusFacts): readonly number[] {
  const { method, document, ifMatch, idempotencyKey, successes, hasId } = parts;
  const isWrite = method !== 'GET';
  const sendsDocument = isWrite && document !== 'none';
  const rules: readonly (readonly [status: number, isPossible: boolean])[] = [
    [304, !isWrite && parts.query !== undefined],
    [400, true],
    [401, facts.hasUsers],
    [403, sendsDocument || facts.hasAccess],
    [404, hasId || sendsDocument],
    [406, true],
    [409, isWrite],
    [412, parts.query !== undefined || isWrite],
    [413, isWrite],
    [414, facts.hasUrlLimit],
    [415, isWrite],
    [422, sendsDocument || idempotencyKey !== 'no'],
    [428, ifMatch === 'must'],
    [500, true],
    [503, facts.canOverload],
    [504, facts.hasTimeLimit],
  ];
  const failures = rules.filter(([, isPossible]) => isPossible).map(([status]) => status);
  const answers = successes.filter((status) => status !== 202 || facts.hasJobs || parts.query === undefined);
  return [...new Set([...answers, ...failures])].sort((left, right) => left - right);
}
