import type { AttributeDefinition, RelationshipDefinition, ResourceType } from './api.ts';

/** Whether a document contains a field if it has no fieldset for the type. */
export function isShownByDefault({ read, onDemand }: AttributeDefinition | RelationshipDefinition): boolean {
  return read && !onDemand;
}

/** Whether a fieldset can list a field: every field that clients can read. */
export function isField(type: ResourceType, name: string): boolean {
  return (type.attributes.get(name) ?? type.relationships.get(name))?.read === true;
}

/** Returns the names that a fieldset can list. */
export function fieldNames(type: ResourceType): readonly string[] {
  const fields = [...type.attributes.values(), ...type.relationships.values()];
  return fields.filter(({ read }) => read).map(({ name }) => name);
}

/** Returns the names of the attributes that records contain: all but the computed ones. */
export function storedAttributes({ attributes }: ResourceType): readonly string[] {
  return [...attributes.values()].filter(({ compute }) => compute === undefined).map(({ name }) => name);
}
