import type { ResourceType } from '@linkage/core';
import { defaultIncludeFor } from '../../request/default-includes.ts';
import { defaultSortFor } from '../../request/default-sort.ts';
import { defaultOverloadLimits } from '../../request/overload/overload-limits.ts';
import type { ServerExtension } from '../server-extension.ts';
import type { ServerProfile } from '../server-profile.ts';
import { describeAddedEndpoints, describeOperations } from './describe-added-endpoints.ts';
import { describeAttribute } from './describe-attribute.ts';
import { describeEndpoints } from './describe-endpoints.ts';
import { describeOptions, readFieldOptions } from './describe-options.ts';
import { describePage } from './describe-page.ts';
import { describeRelationship } from './describe-relationship.ts';
import type { DescribeSetup } from './describe-setup.ts';
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
const CONTRACT = 2;

function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
}

/** Describes a resource type, its fields, and its endpoints. */
async function describeType(setup: DescribeSetup, type: ResourceType, schemas: SchemaReader): Promise<TypeDescription> {
  const fields: [string, FieldDescription][] = [];
  for (const attribute of type.attributes.values()) {
    fields.push([attribute.name, await describeAttribute(setup, type, attribute, schemas)]);
  }
  for (const relationship of type.relationships.values()) {
    fields.push([relationship.name, describeRelationship(setup, type, relationship)]);
  }
  return {
    ...describeOptions(type.name, readFieldOptions(setup.api.declaration[type.name] as object)),
    fields: Object.fromEntries(fields),
    clientGeneratedIds: type.clientGeneratedIds,
    ifMatch: setup.requireIfMatch.has(type.name) ? 'must' : 'may',
    page: describePage(setup.pageRules([type.name])),
    stream: setup.streamed.has(type.name),
    defaultIncludes: [...(defaultIncludeFor(setup, [type.name]) ?? [])],
    defaultSort: (defaultSortFor(setup.api, [type.name]) ?? []).map((it) =>
      it.descending ? `-${it.field}` : it.field,
    ),
    parameters: schemas.readParameters(setup.typeParameters.get(type.name) ?? {}, { type: type.name }),
    endpoints: describeEndpoints(setup, type),
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
export async function describeServer(setup: DescribeSetup): Promise<ServerDescription> {
  const { api, baseUrl, queryParameters, hasFilterLanguage, extensions, profiles, limits, idempotency } = setup;
  const schemas = createSchemaReader();
  const types: [string, TypeDescription][] = [];
  for (const type of api.types.values()) types.push([type.name, await describeType(setup, type, schemas)]);
  const parameters = schemas.readParameters(queryParameters, {});
  const describedProfiles = profiles.map((profile) => describeProfile(profile, schemas));
  const description: ServerDescription = {
    contract: CONTRACT,
    baseUrl,
    types: Object.fromEntries(types),
    schemas: schemas.schemas(),
    gaps: schemas.gaps(),
    parameters,
    filterLanguage: hasFilterLanguage ? 'own' : 'default',
    endpoints: describeAddedEndpoints(setup),
    extensions: extensions.map(describeExtension),
    profiles: describedProfiles,
    limits: Object.fromEntries(
      Object.entries(limits)
        .filter(([name]) => !Object.hasOwn(defaultOverloadLimits, name))
        .map(([name, limit]) => [name, orNull(limit)]),
    ) as LimitsDescription,
    ...describeOperations(setup),
    ...(idempotency === undefined
      ? {}
      : { idempotency: { hours: idempotency.hours, required: [...idempotency.required] } }),
  };
  freezeDeep(description);
  return description;
}
