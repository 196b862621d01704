import type { Api, RelationshipDefinition, ResourceType } from '@linkage/core';
import type { Selection } from './data-source.ts';

/** The fieldsets and relationship paths of a query. */
interface ShownFields {
  readonly include: readonly string[] | undefined;
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
}

/**
 * Returns the fields of a type that a response requires: its fieldset, or all fields, and every relationship that a
 * relationship path can use.
 */
export function selectionFor(type: ResourceType, query: ShownFields): Selection {
  const fieldset = query.fields[type.name];
  if (fieldset === undefined) return allFields(type);
  const steps = new Set(query.include?.flatMap((path) => path.split('.')));
  const shows = (name: string): boolean => fieldset.includes(name);
  return {
    attributes: new Set([...type.attributes.keys()].filter(shows)),
    relationships: new Set([...type.relationships.keys()].filter((name) => shows(name) || steps.has(name))),
  };
}

/** Returns the fields that a response requires of the members of a relationship, of any target type. */
export function selectionOfMembers(api: Api, { targets }: RelationshipDefinition, query: ShownFields): Selection {
  const types = targets.flatMap((name) => api.types.get(name) ?? []);
  const selections = types.map((type) => selectionFor(type, query));
  if (selections.length === 1) return selections[0] as Selection;
  return {
    attributes: new Set(selections.flatMap(({ attributes }) => [...attributes])),
    relationships: new Set(selections.flatMap(({ relationships }) => [...relationships])),
  };
}

const whole = new WeakMap<ResourceType, Selection>();

/**
 * Returns a selection of all fields of a type. Copied for each source, because sets cannot be frozen; copying a set is
 * fast.
 */
export function allFields(type: ResourceType): Selection {
  let known = whole.get(type);
  if (known === undefined) {
    known = { attributes: new Set(type.attributes.keys()), relationships: new Set(type.relationships.keys()) };
    whole.set(type, known);
  }
  return { attributes: new Set(known.attributes), relationships: new Set(known.relationships) };
}

/** Returns a selection of only these relationships and the id. */
export function selectionOf(...relationships: readonly string[]): Selection {
  return { attributes: new Set(), relationships: new Set(relationships) };
}
