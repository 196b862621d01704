import { defaultOverloadLimits } from '../overload/overload-limits.ts';
import { describeAddedEndpoints, describeOperations } from './describe-added-endpoints.ts';
import { describeExtension, describeProfile } from './describe-plug-ins.ts';
import type { DescribeSetup } from './describe-setup.ts';
import { describeType } from './describe-type.ts';
import type { LimitsDescription, ServerDescription, TypeDescription } from './description.ts';
import { orNull } from './or-null.ts';
import { createSchemaReader } from './schema-reader.ts';

/** Increase it with every change of the shape of a description. */
const CONTRACT = 2;

function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
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
