import type { ResourceType } from '@linkage/core';
import type { Selection } from '../sources/port/data-source.ts';

/**
 * Returns a selection in which relationships are among the relationships. A computed attribute can need a relationship that
 * the user cannot read, so the user's API does not say which kind of field it is.
 *
 * @param types The types of the records, with all fields.
 */
export function withNeededRelationships<Given extends Selection>(
  selection: Given,
  types: readonly ResourceType[],
): Given {
  const isRelationship = (name: string): boolean => types.some(({ relationships }) => relationships.has(name));
  const isAttribute = (name: string): boolean => types.some(({ attributes }) => attributes.has(name));
  const hidden = [...selection.attributes].filter(isRelationship);
  if (hidden.length === 0) return selection;
  // With several types, the name can be an attribute of one and a relationship of another.
  const attributes = new Set([...selection.attributes].filter(isAttribute));
  return { ...selection, attributes, relationships: new Set([...selection.relationships, ...hidden]) };
}
