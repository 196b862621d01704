import { placeOfEndpoint } from '../extensions-by-place.ts';
import type { SettledEndpoint } from '../find-endpoint.ts';
import type { ActionDescription } from './action-description.ts';
import { describeApplied, keyRule } from './describe-endpoints.ts';
import { describeOptions } from './describe-options.ts';
import type { Described } from './described.ts';
import type { EndpointDescription, HeaderRule, ParameterFamily, ServerDescription } from './description.ts';
import type { SchemaReader } from './schema-reader.ts';
import { statusesOf } from './statuses.ts';

/** The URI of the extension. Its definition contains rules for documents, which a description does not need. */
const ATOMIC_OPERATIONS = 'https://jsonapi.org/ext/atomic';

/** Whether requests name the version of the resource in the path. */
function ifMatchRule({ server }: Described, { endpoint: { versionOf }, action }: SettledEndpoint): HeaderRule {
  if (versionOf === undefined) return 'no';
  return action?.ifMatch === true || server.requireIfMatch.has(versionOf) ? 'must' : 'may';
}

const familiesOf = { resource: ['include', 'fields'], collection: [], filter: ['filter'] } as const satisfies Readonly<
  Record<ActionDescription['on'], readonly ParameterFamily[]>
>;

/** Describes the action of an endpoint, if it is one. */
function describeAction(
  { action }: SettledEndpoint,
  schemas: SchemaReader,
): Pick<EndpointDescription, 'families' | 'types' | 'action'> {
  if (action === undefined) return { families: [], types: [] };
  const { name, type, on, limit, description, deprecated } = action;
  const read = (member: 'input' | 'output'): object => {
    const schema = action[member];
    return schema === undefined
      ? {}
      : { [member]: schemas.read(schema, undefined, { type, action: `${name}.${member}` }) };
  };
  return {
    families: familiesOf[on],
    types: on === 'resource' ? [type] : [],
    action: {
      ...{ name, type, on },
      ...describeOptions(`${type}.${name}`, { description, deprecated, jsonSchema: undefined }),
      ...read('input'),
      ...read('output'),
      ...(on === 'filter' ? { limit } : {}),
    },
  };
}

function describeEndpoint(described: Described, settled: SettledEndpoint, schemas: SchemaReader): EndpointDescription {
  const { endpoint, extension, segments } = settled;
  const { name, method, path, statuses } = endpoint;
  const idempotencyKey = keyRule(described, method, settled.action?.type, settled.action?.name);
  const ifMatch = ifMatchRule(described, settled);
  const hasId = segments.some((segment) => segment.startsWith('{'));
  const parts = { method, query: undefined, document: undefined, ifMatch, idempotencyKey, successes: statuses, hasId };
  const possible = statusesOf(parts, described.facts);
  // Operations that require a condition, each of its own.
  const requires = endpoint.requiresIfMatch === true && described.server.requireIfMatch.size > 0;
  return {
    ...{ name, method, path },
    ...describeAction(settled, schemas),
    ifMatch,
    idempotencyKey,
    statuses: requires ? [...possible, 428].sort((left, right) => left - right) : possible,
    ...(extension === undefined ? {} : { extension: extension.extension.uri }),
    ...describeApplied(described, placeOfEndpoint(endpoint)),
  };
}

/** Describes the endpoints of extensions and of the application. */
export function describeAddedEndpoints(described: Described, schemas: SchemaReader): readonly EndpointDescription[] {
  return described.server.plugIns.endpoints.map((endpoint) => describeEndpoint(described, endpoint, schemas));
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
