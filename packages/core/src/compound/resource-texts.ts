import type { ResourceLinkage } from '../document/relationship-object.ts';
import type { ResourceIdentifierObject } from '../document/resource-identifier-object.ts';
import { idSegment, type UrlPlan } from '../url/url-plan.ts';
import type { RelationshipPlan } from './relationship-plan.ts';

/** The texts of one relationship of a resource, with gaps for the id of the resource. */
interface RelationshipTexts {
  /** The name and the colon after it. */
  readonly name: string;
  readonly links: string;
  /** The text between the ids of the two links. Undefined without a `related` link. */
  readonly related: string | undefined;
  readonly end: string;
  /** The beginning of an identifier of the target type. Undefined if there are several target types. */
  readonly identifier: string | undefined;
}

/** The texts of the resources of one type, with gaps for the parts that differ. */
export interface ResourceTexts {
  readonly open: string;
  readonly links: string;
  readonly relationships: readonly RelationshipTexts[];
}

/** Returns the text inside the quotation marks of a JSON string. */
function inner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function openIdentifier(type: string): string {
  return `{"type":${JSON.stringify(type)},"id":`;
}

/**
 * Prepares the texts of the resources of a type.
 *
 * @param related The relationships with a `related` link.
 * @returns The texts, or undefined if an object would not keep the order of the names, as for numeric names.
 */
export function planTexts(
  type: string,
  relationships: readonly RelationshipPlan[],
  { prefix, suffixes }: UrlPlan<RelationshipPlan>,
  related: ReadonlySet<RelationshipPlan>,
): ResourceTexts | undefined {
  if (relationships.some(({ name }) => /^\d+$/.test(name))) return undefined;
  const start = inner(prefix);
  const textsOf = (relationship: RelationshipPlan): RelationshipTexts => {
    const urls = suffixes.get(relationship);
    const self = inner(urls?.self ?? '');
    const hasRelated = related.has(relationship);
    return {
      name: `${JSON.stringify(relationship.name)}:`,
      links: `{"links":{"self":"${start}`,
      related: hasRelated ? `${self}","related":"${start}` : undefined,
      end: `${hasRelated ? inner(urls?.related ?? '') : self}"}`,
      identifier: relationship.target && openIdentifier(relationship.target.name),
    };
  };
  return {
    open: openIdentifier(type),
    links: `,"links":{"self":"${start}`,
    relationships: relationships.map(textsOf),
  };
}

/** Returns a JSON string of an id. An id that a URL contains unchanged does not have to be escaped in JSON. */
function quoted(id: string, segment: string): string {
  return segment === id ? `"${id}"` : JSON.stringify(id);
}

function identifierText({ identifier }: RelationshipTexts, value: ResourceIdentifierObject): string {
  if (identifier === undefined || value.meta !== undefined) return JSON.stringify(value);
  return `${identifier}${quoted(value.id, idSegment(value.id))}}`;
}

/** Returns the text of the linkage of a relationship. */
function linkageText(texts: RelationshipTexts, linkage: ResourceLinkage): string {
  if (linkage === null) return 'null';
  if (!Array.isArray(linkage)) return identifierText(texts, linkage as ResourceIdentifierObject);
  let text = '[';
  for (let index = 0; index < linkage.length; index++) {
    text += `${index === 0 ? '' : ','}${identifierText(texts, linkage[index] as ResourceIdentifierObject)}`;
  }
  return `${text}]`;
}

/** Returns the text of a relationship with its name, or undefined if it has neither data nor a link. */
export function relationshipText(
  texts: RelationshipTexts,
  segment: string,
  isLinked: boolean,
  linkage: ResourceLinkage | undefined,
): string | undefined {
  const { name, links, related, end } = texts;
  if (!isLinked) return linkage === undefined ? undefined : `${name}{"data":${linkageText(texts, linkage)}}`;
  const linked =
    related === undefined ? `${name}${links}${segment}${end}` : `${name}${links}${segment}${related}${segment}${end}`;
  return linkage === undefined ? `${linked}}` : `${linked},"data":${linkageText(texts, linkage)}}`;
}

/** Joins the texts of a resource's parts. */
export function joinedTexts(
  { open, links }: ResourceTexts,
  id: string,
  segment: string,
  attributes: object | undefined,
  relationships: string,
): string {
  const first = `${open}${quoted(id, segment)}`;
  const second = attributes === undefined ? first : `${first},"attributes":${JSON.stringify(attributes)}`;
  const third = relationships === '' ? second : `${second},"relationships":{${relationships}}`;
  return `${third}${links}${segment}"}}`;
}
