import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import { canTraverse, hasIds, type MemberFields, operatorsOf, requiredMember } from '@linkage/core/internal';
import { describeOptions, memberOptionsOf, optionsOf } from './describe-options.ts';
import { describePage } from './describe-page.ts';
import type { Described } from './described.ts';
import type { RelationshipDescription } from './description.ts';
import type { SchemaReader } from './schema-reader.ts';

type Capability = 'filter' | 'sort';

/** Returns the fields of the target that can follow a relationship in a path. */
function pathsOf({ api }: Described, relationship: RelationshipDefinition, capability: Capability): string[] {
  const target = api.types.get(relationship.targets[0] as string);
  if (target === undefined || !canTraverse(relationship, capability)) return [];
  const allowed = capability === 'filter' ? relationship.filterPaths : relationship.sortPaths;
  const attributes = [...target.attributes.values()].filter(
    (attribute) => attribute[capability] || (capability === 'filter' && attribute.members !== undefined),
  );
  const others = [...target.relationships.values()].filter((it) =>
    capability === 'filter' ? it.filter : canTraverse(it, capability),
  );
  const names = ['id', ...attributes.map(({ name }) => name), ...others.map(({ name }) => name)];
  return names.filter((name) => allowed === undefined || allowed.includes(name));
}

/** Describes the data of each membership. */
function describeMember(
  { api }: Described,
  type: ResourceType,
  relationship: string,
  fields: MemberFields,
  schemas: SchemaReader,
): NonNullable<RelationshipDescription['member']> {
  const required = requiredMember(fields);
  const entries = Array.from(fields.values(), ({ name, schema, write }) => {
    const where = `${relationship}.${name}`;
    const options = memberOptionsOf(api.declaration, type.name, relationship, name);
    const described = {
      ...describeOptions(`${type.name}.${where}`, options),
      schema: schemas.read(schema, options.jsonSchema, { type: type.name, field: where }),
      write: write === true,
      required: required.includes(name),
    };
    return [name, described] as const;
  });
  return Object.fromEntries(entries);
}

/** Describes a relationship. Names of fields that the user cannot read do not occur. */
export function describeRelationship(
  described: Described,
  type: ResourceType,
  relationship: RelationshipDefinition,
  schemas: SchemaReader,
): RelationshipDescription {
  const { api, server } = described;
  const { name, kind, targets, write, read, onDemand, required, include, inverse, member } = relationship;
  const isShown =
    inverse !== undefined && targets.some((target) => api.types.get(target)?.relationships.get(inverse)?.read === true);
  return {
    kind,
    ...describeOptions(`${type.name}.${name}`, optionsOf(api.declaration, type.name, 'relationships', name)),
    targets: [...targets],
    ...{ write, required, include },
    ...(read ? {} : { read }),
    ...(onDemand ? { onDemand } : {}),
    filterOperators: hasIds(relationship) ? operatorsOf({ kind: 'relationship', relationship }) : [],
    filterPaths: pathsOf(described, relationship, 'filter'),
    sortPaths: pathsOf(described, relationship, 'sort'),
    ...(isShown ? { inverse } : {}),
    ...(kind === 'to-many' ? { page: describePage(server.pageRules(targets, server.plugIns.base.strategy)) } : {}),
    ...(member === undefined ? {} : { member: describeMember(described, type, name, member, schemas) }),
  };
}
