import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '@linkage/core';
import { withoutDefault } from '@linkage/core/internal';
import type { Undecided } from '../request/default-sort.ts';
import { closableAsSeen } from '../sources/links/api-with-sides.ts';
import type { Needing } from '../sources/port/selection.ts';
import type { ReadFields } from './read-fields.ts';
import { memberField } from './readable-fields.ts';

function only<Value>(fields: ReadonlyMap<string, Value>, shown: ReadonlySet<string> | undefined): [string, Value][] {
  return [...fields].filter(([name]) => shown === undefined || shown.has(name));
}

/**
 * An attribute that the user can read of some resources only. An order or a filter would reveal its other values, and its default is not
 * the value of the resources that hide it.
 */
function undecidedAttribute(attribute: AttributeDefinition): AttributeDefinition {
  const seen = { ...attribute, sort: false, filter: false, operators: undefined, members: undefined };
  return withoutDefault(Object.freeze(seen));
}

/** A relationship with the data of memberships that the user can read. */
function withMember(
  relationship: RelationshipDefinition,
  shown: ReadonlySet<string> | undefined,
): RelationshipDefinition {
  const { name, member } = relationship;
  if (member === undefined || shown === undefined) return relationship;
  const seen = new Map([...member].filter(([part]) => shown.has(memberField(name, part))));
  return seen.size === member.size ? relationship : Object.freeze({ ...relationship, member: seen });
}

/**
 * Creates an API with only these fields, for the types in the map. Code that parses a request or writes a response with
 * this API does not know the other fields.
 */
export function narrowApi(api: Api, readable: ReadonlyMap<string, ReadFields>): Api {
  const types = new Map<string, ResourceType>();
  const isSeen = (type: string, field: string): boolean => readable.get(type)?.names.has(field) !== false;
  for (const type of api.types.values()) {
    const given = readable.get(type.name);
    const [shown, undecided] = [given?.names, given?.undecided];
    const attributes = only(type.attributes, shown).map(
      ([name, definition]) => [name, undecided?.has(name) ? undecidedAttribute(definition) : definition] as const,
    );
    const relationships = only(type.relationships, shown).map(
      ([name, definition]) => [name, closableAsSeen(withMember(definition, shown), isSeen)] as const,
    );
    types.set(
      type.name,
      Object.freeze({
        ...type,
        attributes: new Map(attributes),
        relationships: new Map(relationships),
        neededFields: (type as Needing).neededFields?.filter((name) => shown === undefined || shown.has(name)),
        undecided: undecided === undefined ? undefined : new Set(undecided.keys()),
      } satisfies Needing & Undecided),
    );
  }
  return Object.freeze({ declaration: api.declaration, types });
}
