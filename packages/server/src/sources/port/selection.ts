import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '@linkage/core';
import { fieldsBehind, type IncludePlan } from '@linkage/core/internal';
import type { Selection } from './data-source.ts';

/** The fieldsets and relationship paths of a query. */
export interface ShownFields {
  readonly plan: IncludePlan | undefined;
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
}

/** A type whose resources show their entity tags: the fields of a record that its version requires. */
export type Tagged = ResourceType & { readonly tagFields?: readonly string[] | undefined };

/** A selection that is being made. */
interface SelectedFields {
  readonly attributes: Set<string>;
  readonly relationships: Set<string>;
  readonly include: undefined;
}

/** Returns a selection of these fields, without related records. */
export function selectionWith(attributes: Set<string>, relationships: Set<string>): SelectedFields {
  return { attributes, relationships, include: undefined };
}

/** Returns the fields that these attributes, and the entity tag of the resource, require of a record. */
function fieldsFor(type: Tagged, shows: (attribute: AttributeDefinition) => boolean): SelectedFields {
  const fields = selectionWith(new Set(), new Set());
  const add = (name: string) => (type.relationships.has(name) ? fields.relationships : fields.attributes).add(name);
  type.tagFields?.forEach(add);
  for (const attribute of type.attributes.values())
    if (attribute.read && shows(attribute)) fieldsBehind(attribute).forEach(add);
  return fields;
}

/**
 * Returns the fields of a type that a response requires: its fieldset, or the fields that documents contain by default,
 * and every relationship that a relationship path follows from it.
 */
export function selectionFor(type: ResourceType, query: ShownFields): Selection {
  const fieldset = query.fields[type.name];
  const followed = query.plan?.followed;
  if (fieldset === undefined) {
    const fields = copyOf(defaults, type, ({ onDemand }) => !onDemand);
    // Documents show such a relationship if a path contains its name.
    for (const names of followed?.values() ?? [])
      for (const name of names.keys())
        if (type.relationships.get(name)?.onDemand === true) fields.relationships.add(name);
    return fields;
  }
  const shows = (name: string): boolean => fieldset.includes(name);
  const fields = fieldsFor(type, ({ name }) => shows(name));
  for (const name of type.relationships.keys())
    if (shows(name) || followed?.get(type.name)?.has(name)) fields.relationships.add(name);
  return fields;
}

/** Returns the fields that a response requires of the members of a relationship, of any target type. */
export function selectionOfMembers(api: Api, { targets }: RelationshipDefinition, query: ShownFields): Selection {
  const types = targets.flatMap((name) => api.types.get(name) ?? []);
  const selections = types.map((type) => selectionFor(type, query));
  if (selections.length === 1) return selections[0] as Selection;
  return selectionWith(
    new Set(selections.flatMap(({ attributes }) => [...attributes])),
    new Set(selections.flatMap(({ relationships }) => [...relationships])),
  );
}

const whole = new WeakMap<ResourceType, Selection>();
const defaults = new WeakMap<ResourceType, Selection>();

/** Returns a copy for each source, because sets cannot be frozen; copying a set is fast. */
function copyOf(
  known: WeakMap<ResourceType, Selection>,
  type: ResourceType,
  shows: (field: AttributeDefinition | RelationshipDefinition) => boolean,
): SelectedFields {
  let selection = known.get(type);
  if (selection === undefined) {
    const fields = fieldsFor(type, shows);
    for (const relationship of type.relationships.values())
      if (relationship.read && shows(relationship)) fields.relationships.add(relationship.name);
    selection = fields;
    known.set(type, selection);
  }
  return selectionWith(new Set(selection.attributes), new Set(selection.relationships));
}

/** Returns a selection of all fields of a type that clients can read. */
export function allFields(type: ResourceType): Selection {
  return copyOf(whole, type, () => true);
}

/** Returns a selection of only these relationships and the id. */
export function selectionOf(...relationships: readonly string[]): Selection {
  return selectionWith(new Set(), new Set(relationships));
}
