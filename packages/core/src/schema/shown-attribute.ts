import type { AttributeDefinition, ResourceType } from './api.ts';

/** Whether a document contains an attribute if it has no fieldset for the type. */
export function isShownByDefault({ read, onRequest }: AttributeDefinition): boolean {
  return read && !onRequest;
}

/** Whether a fieldset can list a field: every relationship, and every attribute that clients can read. */
export function isField(type: ResourceType, name: string): boolean {
  return type.attributes.get(name)?.read ?? type.relationships.has(name);
}

/** Returns the names that a fieldset can list. */
export function fieldNames(type: ResourceType): readonly string[] {
  const attributes = [...type.attributes.values()].filter(({ read }) => read).map(({ name }) => name);
  return [...attributes, ...type.relationships.keys()];
}
