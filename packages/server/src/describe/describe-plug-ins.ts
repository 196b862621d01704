import { fieldOf } from '@linkage/core/records';
import type { ServerExtension } from '../extensions/server-extension.ts';
import type { ServerProfile } from '../profiles/server-profile.ts';
import type { ExtensionDescription, ProfileDescription } from './description.ts';
import type { SchemaReader } from './schema-reader.ts';

/** Describes an extension. */
export function describeExtension({ extension }: ServerExtension): ExtensionDescription {
  const { uri } = extension;
  const namespace = fieldOf(extension, 'namespace') as typeof extension.namespace;
  const parameters = (fieldOf(extension, 'parameters') as typeof extension.parameters) ?? [];
  return {
    uri,
    ...(namespace === undefined ? {} : { namespace }),
    parameters: parameters.map((name) => `${namespace}:${name}`),
  };
}

/** Describes a profile. */
export function describeProfile(
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
