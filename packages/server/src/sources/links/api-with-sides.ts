import type { Api, RelationshipDefinition, ResourceType } from '@linkage/core';
import { type ClosingSide, type ComparedMember, canSet, type MemberFields } from '@linkage/core/internal';
import type { Needing } from '../port/selection.ts';
import type { Sides } from './sides.ts';

/** A relationship that requests cannot set because of its inverse relationship. */
type Closable = RelationshipDefinition & { readonly closedBy?: ClosingSide | undefined };

/** Returns the data of memberships whose values a write compares: a client can send back what it has read, and the server knows what is stored. */
function comparedMember(member: MemberFields): MemberFields {
  const compared = [...member].map(
    ([name, field]) => [name, Object.freeze({ ...field, isCompared: true } satisfies ComparedMember)] as const,
  );
  return new Map(compared);
}

/** Returns the inverse relationship that allows no writes of a relationship: `write: false` protects links from every side. */
function closingSide(
  api: Api,
  sides: Sides,
  [type, relationship]: readonly [type: string, relationship: string],
  requireIfMatch: ReadonlySet<string>,
): ClosingSide | undefined {
  for (const side of sides.othersOf(type, relationship)) {
    if (side.isOpen || side.relationship === undefined || side.storedIn === 'related') continue;
    const definition = api.types.get(side.type)?.relationships.get(side.relationship);
    const isReadOnly = definition === undefined || !canSet(definition, 'update');
    // A request has one version to compare: that of the resource in its URL. A relationship can be its own inverse relationship.
    const isItself = side.type === type && side.relationship === relationship;
    const needsIfMatch = side.storedIn === 'record' && requireIfMatch.has(side.type) && !isItself;
    if (isReadOnly || needsIfMatch)
      return Object.freeze({ type: side.type, relationship: side.relationship, needsIfMatch: !isReadOnly });
  }
  return undefined;
}

/** Returns the relationships that the records of a type store and that writes to other resources can change. */
export function storedRelationships(sides: Sides, type: ResourceType): readonly string[] {
  const readable = [...type.relationships.values()].filter(({ read }) => read).map(({ name }) => name);
  return readable.filter((name) => sides.storedIn(type.name, name) === 'record');
}

/**
 * Returns the API whose selections contain what the entity tags of these types require, as `resourceVersion` computes them, and what functions of
 * records need.
 *
 * @param versions The attribute that is the version, by type. Undefined: a function.
 */
export function apiWithNeeds(
  api: Api,
  sides: Sides,
  versions: ReadonlyMap<string, string | undefined>,
  needs: ReadonlyMap<string, readonly string[]>,
): Api {
  if (versions.size === 0 && needs.size === 0) return api;
  const types = [...api.types].map(([name, type]) => {
    const ofTag = versions.has(name) ? [versions.get(name) ?? [], storedRelationships(sides, type)].flat() : [];
    const neededFields = Object.freeze([...ofTag, ...(needs.get(name) ?? [])]);
    return [
      name,
      neededFields.length === 0 ? type : Object.freeze({ ...type, neededFields } satisfies Needing),
    ] as const;
  });
  return Object.freeze({ declaration: api.declaration, types: new Map(types) });
}

/**
 * Returns the API in which a relationship can be written only if the sides that store its links can be written by the same request. It has
 * no `rows`: the records of data sources have the names of the API.
 *
 * @param requireIfMatch The types whose records change only with `If-Match`.
 */
export function apiWithSides(api: Api, sides: Sides, requireIfMatch: ReadonlySet<string>): Api {
  let isSame = true;
  const types = [...api.types].map(([name, type]) => {
    const relationships = [...type.relationships].map(([relationship, definition]) => {
      const closedBy =
        definition.write === false ? undefined : closingSide(api, sides, [name, relationship], requireIfMatch);
      const { member } = definition;
      const isReadOnly = [...(member?.values() ?? [])].some(({ write }) => write !== true);
      if (closedBy === undefined && !isReadOnly) return [relationship, definition] as const;
      isSame = false;
      const compared = isReadOnly ? { member: comparedMember(member as MemberFields) } : {};
      const closed = closedBy === undefined ? {} : { write: false, closedBy };
      return [relationship, Object.freeze({ ...definition, ...compared, ...closed } satisfies Closable)] as const;
    });
    return [name, Object.freeze({ ...type, relationships: new Map(relationships) })] as const;
  });
  return isSame && api.rows === undefined
    ? api
    : Object.freeze({ declaration: api.declaration, types: new Map(types) });
}

/** Returns a relationship for a user who sees only some fields: it does not name a side that the user cannot see. */
export function closableAsSeen(definition: Closable, isSeen: (type: string, field: string) => boolean): Closable {
  const { closedBy } = definition;
  return closedBy === undefined || isSeen(closedBy.type, closedBy.relationship)
    ? definition
    : Object.freeze({ ...definition, closedBy: undefined });
}
