import type { ResourceType } from '@linkage/core';
import { defaultIncludeFor } from '../request/default-includes.ts';
import { defaultSortFor } from '../request/default-sort.ts';
import { describeAttribute } from './describe-attribute.ts';
import { describeEndpoints } from './describe-endpoints.ts';
import { describeOptions } from './describe-options.ts';
import { describePage } from './describe-page.ts';
import { describeRelationship } from './describe-relationship.ts';
import type { DescribeSetup } from './describe-setup.ts';
import type { FieldDescription, TypeDescription } from './description.ts';
import type { SchemaReader } from './schema-reader.ts';

/** Describes a resource type, its fields, and its endpoints. */
export async function describeType(
  setup: DescribeSetup,
  type: ResourceType,
  schemas: SchemaReader,
): Promise<TypeDescription> {
  const fields: [string, FieldDescription][] = [];
  for (const attribute of type.attributes.values()) {
    fields.push([attribute.name, await describeAttribute(setup, type, attribute, schemas)]);
  }
  for (const relationship of type.relationships.values()) {
    fields.push([relationship.name, describeRelationship(setup, type, relationship)]);
  }
  return {
    ...describeOptions(type.name, setup.api.declaration[type.name] as object),
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
