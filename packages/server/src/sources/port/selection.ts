import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '@linkage/core';
import { fieldsBehind, type IncludePlan, oncePer } from '@linkage/core/internal';
import type { Selection } from './data-source.ts';

/** The fieldsets and relationship paths of a query. */
export interface ShownFields {
  readonly plan: IncludePlan | undefined;
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
}

/** A type with the fields that every record must contain: for the entity tag of its resource, and for functions of records. */
export type Needing = ResourceType & { readonly neededFields?: readonly string[] | undefined };

/** Returns a selection of these fields, without related records. */
export function selectionWith(attributes: ReadonlySet<string>, relationships: ReadonlySet<string>): Selection {
  return { attributes, relationships, include: undefined };
}

const reject: PropertyDescriptor = {
  value() {
    throw new TypeError('A source must not change the selection that it receives: other requests have the same one.');
  },
};

/** Returns a set that all requests can share, because code of a source cannot change it. */
function fixed(names: Iterable<string>): ReadonlySet<string> {
  return Object.freeze(Object.defineProperties(new Set(names), { add: reject, delete: reject, clear: reject }));
}

/** Fields that are being selected. */
interface SelectedFields {
  readonly attributes: Set<string>;
  readonly relationships: Set<string>;
}

/** Returns the fields that these attributes, the entity tag of the resource, and functions of records require of a record. */
function fieldsFor(type: Needing, shows: (attribute: AttributeDefinition) => boolean): SelectedFields {
  const fields: SelectedFields = { attributes: new Set(), relationships: new Set() };
  const add = (name: string) => (type.relationships.has(name) ? fields.relationships : fields.attributes).add(name);
  type.neededFields?.forEach(add);
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
    // Documents show a relationship on demand if a path contains its name.
    const names = Array.from(followed?.values() ?? [], (paths) => [...paths.keys()]).flat();
    const asked = names.filter((name) => type.relationships.get(name)?.onDemand === true);
    const { attributes, relationships } = defaultFields(type);
    return asked.length === 0 ? defaultFields(type) : selectionWith(attributes, new Set([...relationships, ...asked]));
  }
  const shows = (name: string): boolean => fieldset.includes(name);
  const fields = fieldsFor(type, ({ name }) => shows(name));
  for (const name of type.relationships.keys())
    if (shows(name) || followed?.get(type.name)?.has(name)) fields.relationships.add(name);
  return selectionWith(fields.attributes, fields.relationships);
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

type Shows = (field: AttributeDefinition | RelationshipDefinition) => boolean;

/** Returns a function that selects fields of a type, once for each type as a user sees it. */
function fieldsOnce(shows: Shows): (type: ResourceType) => Selection {
  return oncePer((type) => {
    const { attributes, relationships } = fieldsFor(type, shows);
    for (const relationship of type.relationships.values())
      if (relationship.read && shows(relationship)) relationships.add(relationship.name);
    return Object.freeze(selectionWith(fixed(attributes), fixed(relationships)));
  });
}

/** Returns a selection of all fields of a type that clients can read. */
export const allFields: (type: ResourceType) => Selection = fieldsOnce(() => true);

const defaultFields = fieldsOnce(({ onDemand }) => !onDemand);

/** Returns a selection of only these relationships and the id. */
export function selectionOf(...relationships: readonly string[]): Selection {
  return selectionWith(new Set(), new Set(relationships));
}

/** Whether a selection contains all fields of another. */
export function covers(given: Selection, wanted: Selection): boolean {
  for (const name of wanted.attributes) if (!given.attributes.has(name)) return false;
  for (const name of wanted.relationships) if (!given.relationships.has(name)) return false;
  return true;
}
