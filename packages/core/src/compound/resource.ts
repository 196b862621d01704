import type { RelationshipObject, ResourceLinkage } from '../document/relationship-object.ts';
import type { ResourceIdentifierObject } from '../document/resource-identifier-object.ts';
import type { ResourceObject } from '../document/resource-object.ts';
import { isJsonPrimitive, whyNotJson } from '../internal/json-value.ts';
import type { RelationshipDefinition, ResourceType } from '../schema/api.ts';
import { breach } from './breach.ts';
import { fieldOf } from './field-of.ts';
import type { Entry, IdentityMap } from './identity-map.ts';
import type { Reference } from './reference.ts';
import type { ResourceUrls } from './resource-urls.ts';

/** The fields that a document shows of a type. */
export interface VisibleFields {
  readonly attributes: readonly string[];
  readonly relationships: readonly RelationshipDefinition[];
}

/** The fields that a fieldset leaves of a type; all of them without a fieldset. */
export function visibleFields(type: ResourceType, fieldset: readonly string[] | undefined): VisibleFields {
  const shows = (name: string): boolean => fieldset === undefined || fieldset.includes(name);
  return {
    attributes: [...type.attributes.keys()].filter(shows),
    relationships: [...type.relationships.values()].filter(({ name }) => shows(name)),
  };
}

/** Makes an object for a document: as it is for text, frozen for callers. */
export type Finish = <Made extends object>(made: Made) => Made;

function invalidDate(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? 'an invalid Date' : undefined;
}

function attributeValue(entry: Entry, name: string): unknown {
  for (const record of entry.records) {
    const value = fieldOf(record, name);
    if (value === undefined) continue;
    if (isJsonPrimitive(value)) return value;
    const problem = value instanceof Date ? invalidDate(value) : whyNotJson(value);
    if (problem !== undefined) {
      throw breach('json-value', `${entry.type.name} ${JSON.stringify(entry.id)}: ${name} is ${problem}.`);
    }
    return value instanceof Date ? value.toISOString() : value;
  }
  return undefined;
}

function attributesObject(entry: Entry, names: readonly string[]): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const name of names) {
    const value = attributeValue(entry, name);
    if (value !== undefined) attributes[name] = value;
  }
  return attributes;
}

/** The identifier of a related resource. */
export function identifierObject({ type, id, meta }: Reference, finish: Finish): ResourceIdentifierObject {
  return finish(meta === undefined ? { type: type.name, id } : { type: type.name, id, meta });
}

/** Resource linkage as it stands in a document. */
export function linkageOf(linkage: null | Reference | readonly Reference[], finish: Finish): ResourceLinkage {
  if (linkage === null) return null;
  if (!Array.isArray(linkage)) return identifierObject(linkage as Reference, finish);
  return finish((linkage as readonly Reference[]).map((reference) => identifierObject(reference, finish)));
}

function relationshipObject(
  map: IdentityMap,
  entry: Entry,
  relationship: RelationshipDefinition,
  urls: ResourceUrls | undefined,
  finish: Finish,
): RelationshipObject | undefined {
  const linkage = map.linkageOf(entry, relationship);
  const { name } = relationship;
  const links =
    urls &&
    finish({
      self: urls.relationship(entry.type.name, entry.id, name),
      related: urls.related(entry.type.name, entry.id, name),
    });
  if (linkage === undefined) return links && finish({ links });
  const data = linkageOf(linkage, finish);
  return finish(links === undefined ? { data } : { links, data });
}

/** The resource object of an entry. A relationship that was not loaded has links only, or is left out without links. */
export function resourceObject(
  map: IdentityMap,
  entry: Entry,
  visible: VisibleFields,
  urls: ResourceUrls | undefined,
  finish: Finish,
): ResourceObject {
  const relationships: Record<string, RelationshipObject> = {};
  let related = false;
  for (const relationship of visible.relationships) {
    const object = relationshipObject(map, entry, relationship, urls, finish);
    if (object === undefined) continue;
    related = true;
    relationships[relationship.name] = object;
  }
  return finish({
    type: entry.type.name,
    id: entry.id,
    ...(visible.attributes.length > 0 ? { attributes: finish(attributesObject(entry, visible.attributes)) } : {}),
    ...(related ? { relationships: finish(relationships) } : {}),
    ...(urls === undefined ? {} : { links: finish({ self: urls.resource(entry.type.name, entry.id) }) }),
  });
}
