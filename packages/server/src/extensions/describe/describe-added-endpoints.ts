import { placeOfEndpoint } from '../extensions-by-place.ts';
import type { SettledEndpoint } from '../find-endpoint.ts';
import { describeApplied, keyRule } from './describe-endpoints.ts';
import type { DescribeSetup } from './describe-setup.ts';
import type { EndpointDescription, HeaderRule, ServerDescription } from './description.ts';
import { statusesOf } from './statuses.ts';

/** The URI of the extension. Its definition contains rules for documents, which a description does not need. */
const ATOMIC_OPERATIONS = 'https://jsonapi.org/ext/atomic';

/** Whether requests state the version of the resource in the path. */
function ifMatchRule({ requireIfMatch }: DescribeSetup, { versionOf }: SettledEndpoint['endpoint']): HeaderRule {
  if (versionOf === undefined) return 'no';
  return requireIfMatch.has(versionOf) ? 'must' : 'may';
}

function describeEndpoint(setup: DescribeSetup, settled: SettledEndpoint): EndpointDescription {
  const { endpoint, extension, segments } = settled;
  const { name, method, path, statuses } = endpoint;
  const idempotencyKey = keyRule(setup, method);
  const ifMatch = ifMatchRule(setup, endpoint);
  const hasId = segments.some((segment) => segment.startsWith('{'));
  const parts = { method, query: undefined, document: undefined, ifMatch, idempotencyKey, successes: statuses, hasId };
  const possible = statusesOf(parts, setup.facts);
  // Operations that require a condition, each of its own.
  const requires = endpoint.requiresIfMatch === true && setup.requireIfMatch.size > 0;
  return {
    ...{ name, method, path },
    families: [],
    types: [],
    ifMatch,
    idempotencyKey,
    statuses: requires ? [...possible, 428].sort((left, right) => left - right) : possible,
    ...(extension === undefined ? {} : { extension: extension.extension.uri }),
    ...describeApplied(setup, placeOfEndpoint(endpoint)),
  };
}

/** Describes the endpoints of extensions and of the application. */
export function describeAddedEndpoints(setup: DescribeSetup): readonly EndpointDescription[] {
  return setup.endpoints.map((endpoint) => describeEndpoint(setup, endpoint));
}

/** Describes the endpoint for Atomic Operations, if the server has one. */
export function describeOperations({ endpoints }: DescribeSetup): Pick<ServerDescription, 'operations'> {
  for (const { endpoint, extension } of endpoints) {
    const limit = endpoint.limits?.['operations'];
    if (extension?.extension.uri === ATOMIC_OPERATIONS && limit !== undefined)
      return { operations: { path: endpoint.path, limit } };
  }
  return {};
}
