import { fieldOf } from '@linkage/core/records';
import type { SettledEndpoint } from '../extensions/find-endpoint.ts';
import { keyRule } from './describe-endpoints.ts';
import type { DescribeSetup } from './describe-setup.ts';
import type { EndpointDescription, HeaderRule, ServerDescription } from './description.ts';
import { statusesOf } from './statuses.ts';

/** The URI of the extension. Its definition contains rules for documents, which a description does not need. */
const ATOMIC_OPERATIONS = 'https://jsonapi.org/ext/atomic';

function describeEndpoint(
  setup: DescribeSetup,
  { endpoint, extension, segments }: SettledEndpoint,
): EndpointDescription {
  const { name, method, path, statuses } = endpoint;
  const idempotencyKey = keyRule(setup, method);
  const ifMatch: HeaderRule = 'no';
  const hasId = segments.some((segment) => segment.startsWith('{'));
  const parts = { method, query: undefined, document: undefined, ifMatch, idempotencyKey, successes: statuses, hasId };
  const possible = statusesOf(parts, setup.facts);
  // An endpoint can execute writes that require `If-Match`.
  const requires = method !== 'GET' && setup.requireIfMatch.size > 0;
  return {
    ...{ name, method, path },
    families: [],
    types: [],
    ifMatch,
    idempotencyKey,
    statuses: requires ? [...possible, 428].sort((left, right) => left - right) : possible,
    ...(extension === undefined ? {} : { extension: extension.extension.uri }),
  };
}

/** Describes the endpoints of extensions and of the application. */
export function describeOwnEndpoints(setup: DescribeSetup): readonly EndpointDescription[] {
  return setup.endpoints.map((endpoint) => describeEndpoint(setup, endpoint));
}

/** Describes the endpoint for Atomic Operations, if the server has one. */
export function describeOperations({ endpoints }: DescribeSetup): Pick<ServerDescription, 'operations'> {
  for (const { endpoint, extension } of endpoints) {
    const limits = fieldOf(endpoint, 'limits') as typeof endpoint.limits;
    const limit = limits?.['operations'];
    if (extension?.extension.uri === ATOMIC_OPERATIONS && limit !== undefined)
      return { operations: { path: endpoint.path, limit } };
  }
  return {};
}
