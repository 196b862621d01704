import type { Api, RelationshipDefinition, ResourceType } from '@linkage/core';
import type { Selection } from './data-source.ts';

/** What a query says of the fields that a document shows, and of the relationship paths that it follows. */
interface ShownFields {
  readonly include: readonly string[] | undefined;
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
}

/**
 * The fields that a response reads of a type: those of its fieldset, all without one, and every relationship that a
 * relationship path may pass through.
 */
export function selectionFor(type: ResourceType, query: ShownFields): Selection {
  const fieldset = query.fields[type.name];
  if (fieldset === undefined) return wholeSelection(type);
  const steps = new Set(query.include?.flatMap((path) => path.split('.')));
  const shows = (name: string): boolean => fieldset.includes(name);
  return {
    attributes: new Set([...type.attributes.keys()].filter(shows)),
    relationships: new Set([...type.relationships.keys()].filter((name) => shows(name) || steps.has(name))),
  };
}

/** The fields that a response reads of the members of a relationship, whichever of its targets they are. */
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

/** Everything that a resource has. It is copied for each source, because sets cannot be frozen: a copy of a set costs little. */
export function wholeSelection(type: ResourceType): Selection {
  let known = whole.get(type);
  if (known === undefined) {
    known = { attributes: new Set(type.attributes.keys()), relationships: new Set(type.relationships.keys()) };
    whole.set(type, known);
  }
  return { attributes: new Set(known.attributes), relationships: new Set(known.relationships) };
}

/** Nothing but ids and these relationships. */
export function selectionOf(...relationships: readonly string[]): Selection {
  return { attributes: new Set(), relationships: new Set(relationships) };
}
