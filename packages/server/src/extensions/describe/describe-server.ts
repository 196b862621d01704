import type { Api, ResourceType } from '@linkage/core';
import { defaultIncludeFor } from '../../request/default-includes.ts';
import { defaultSortFor } from '../../request/default-sort.ts';
import { defaultOverloadLimits } from '../../request/overload/overload-limits.ts';
import type { ServerExtension } from '../server-extension.ts';
import type { ServerProfile } from '../server-profile.ts';
import { describeAddedEndpoints, describeOperations } from './describe-added-endpoints.ts';
import { describeAttribute } from './describe-attribute.ts';
import { describeCollections, describeEndpoints } from './describe-endpoints.ts';
import { describeOptions, readFieldOptions } from './describe-options.ts';
import { describePage } from './describe-page.ts';
import { describeRelationship } from './describe-relationship.ts';
import type { DescribedServer } from './described.ts';
import { type Described, describedOf } from './described.ts';
import type {
  ExtensionDescription,
  FieldDescription,
  LimitsDescription,
  ProfileDescription,
  ServerDescription,
  TypeDescription,
} from './description.ts';
import { orNull } from './or-null.ts';
import { createSchemaReader, type SchemaReader } from './schema-reader.ts';

/** Increase it with every change of the shape of a description. */
const CONTRACT = 3;

function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
}

/** Describes a resource type, its fields, and its endpoints. */
async function describeType(described: Described, type: ResourceType, schemas: SchemaReader): Promise<TypeDescription> {
  const { api, server } = described;
  const fields: [string, FieldDescription][] = [];
  for (const attribute of type.attributes.values()) {
    fields.push([attribute.name, await describeAttribute(described, type, attribute, schemas)]);
  }
  for (const relationship of type.relationships.values()) {
    fields.push([relationship.name, describeRelationship(described, type, relationship, schemas)]);
  }
  return {
    ...describeOptions(type.name, readFieldOptions(api.declaration[type.name] as object)),
    fields: Object.fromEntries(fields),
    clientGeneratedIds: type.clientGeneratedIds,
    ifMatch: server.requireIfMatch.has(type.name) ? 'must' : 'may',
    page: describePage(server.pageRules([type.name], server.plugIns.base.strategy)),
    stream: server.streamed.has(type.name),
    defaultIncludes: [...(defaultIncludeFor(api, server.defaultIncludes, [type.name]) ?? [])],
    defaultSort: (defaultSortFor(api, [type.name]) ?? []).map((it) => (it.descending ? `-${it.field}` : it.field)),
    parameters: schemas.readParameters(server.typeParameters.get(type.name) ?? {}, { type: type.name }),
    endpoints: describeEndpoints(described, type),
  };
}

/** Describes an extension. */
function describeExtension({ extension }: ServerExtension): ExtensionDescription {
  const { uri, namespace, parameters = [] } = extension;
  return {
    uri,
    ...(namespace === undefined ? {} : { namespace }),
    parameters: parameters.map((name) => `${namespace}:${name}`),
  };
}

/** Describes a profile. */
function describeProfile(
  { profile, applied = 'on request', parameters = {}, pagination }: ServerProfile,
  schemas: SchemaReader,
): ProfileDescription {
  return {
    uri: profile.uri,
    applied,
    parameters: schemas.readParameters(parameters, {}),
    ...(pagination === undefined ? {} : { pageNames: [...pagination.names] }),
  };
}

/** Describes a server as a frozen value that JSON can represent. */
export async function describeServer(server: DescribedServer, api: Api): Promise<ServerDescription> {
  const { baseUrl, queryParameters, options, plugIns, limits } = server;
  const { idempotency } = options;
  const described = describedOf(server, api);
  const schemas = createSchemaReader();
  const types: [string, TypeDescription][] = [];
  for (const type of api.types.values()) types.push([type.name, await describeType(described, type, schemas)]);
  const parameters = schemas.readParameters(queryParameters, {});
  const endpoints = [...describeCollections(described), ...describeAddedEndpoints(described, schemas)];
  const describedProfiles = plugIns.profiles.map((profile) => describeProfile(profile, schemas));
  const description: ServerDescription = {
    contract: CONTRACT,
    baseUrl,
    types: Object.fromEntries(types),
    schemas: schemas.schemas(),
    gaps: schemas.gaps(),
    parameters,
    filterLanguage: options.filterLanguage !== undefined ? 'own' : 'default',
    endpoints,
    extensions: plugIns.extensions.map(describeExtension),
    profiles: describedProfiles,
    limits: Object.fromEntries(
      Object.entries(limits)
        .filter(([name]) => !Object.hasOwn(defaultOverloadLimits, name))
        .map(([name, limit]) => [name, orNull(limit)]),
    ) as LimitsDescription,
    ...describeOperations(described),
    ...(idempotency === undefined
      ? {}
      : { idempotency: { hours: idempotency.keys.hours, required: [...idempotency.keys.required.methods] } }),
  };
  freezeDeep(description);
  return description;
}
