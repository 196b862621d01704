import { placeOfEndpoint } from '../extensions-by-place.ts';
import type { SettledEndpoint } from '../find-endpoint.ts';
import { describeApplied, keyRule } from './describe-endpoints.ts';
import type { Described } from './described.ts';
import type { EndpointDescription, HeaderRule, ServerDescription } from './description.ts';
import { statusesOf } from './statuses.ts';

/** The URI of the extension. Its definition contains rules for documents, which a description does not need. */
const ATOMIC_OPERATIONS = 'https://jsonapi.org/ext/atomic';

/** Whether requests state the version of the resource in the path. */
function ifMatchRule({ server }: Described, { versionOf }: SettledEndpoint['endpoint']): HeaderRule {
  if (versionOf === undefined) return 'no';
  return server.requireIfMatch.has(versionOf) ? 'must' : 'may';
}

function describeEndpoint(described: Described, settled: SettledEndpoint): EndpointDescription {
  const { endpoint, extension, segments } = settled;
  const { name, method, path, statuses } = endpoint;
  const idempotencyKey = keyRule(described, method);
  const ifMatch = ifMatchRule(described, endpoint);
  const hasId = segments.some((segment) => segment.startsWith('{'));
  const parts = { method, query: undefined, document: undefined, ifMatch, idempotencyKey, successes: statuses, hasId };
  const possible = statusesOf(parts, described.facts);
  // Operations that require a condition, each of its own.
  const requires = endpoint.requiresIfMatch === true && described.server.requireIfMatch.size > 0;
  return {
    ...{ name, method, path },
    families: [],
    types: [],
    ifMatch,
    idempotencyKey,
    statuses: requires ? [...possible, 428].sort((left, right) => left - right) : possible,
    ...(extension === undefined ? {} : { extension: extension.extension.uri }),
    ...describeApplied(described, placeOfEndpoint(endpoint)),
  };
}

/** Describes the endpoints of extensions and of the application. */
export function describeAddedEndpoints(described: Described): readonly EndpointDescription[] {
  return described.server.plugIns.endpoints.map((endpoint) => describeEndpoint(described, endpoint));
}

/** Describes the endpoint for Atomic Operations, if the server has one. */
export function describeOperations({ server }: Described): Pick<ServerDescription, 'operations'> {
  for (const { endpoint, extension } of server.plugIns.endpoints) {
    const limit = endpoint.limits?.['operations'];
    if (extension?.extension.uri === ATOMIC_OPERATIONS && limit !== undefined)
      return { operations: { path: endpoint.path, limit } };
  }
  return {};
}
