import type { ResourceLinkage } from '../document/relationship-object.ts';
import type { ResourceIdentifierObject } from '../document/resource-identifier-object.ts';
import { idSegment, type UrlPlan } from '../url/url-plan.ts';
import type { RelationshipPlan } from './relationship-plan.ts';

/** The texts of one relationship of a resource, with gaps for the id of the resource. */
interface RelationshipTexts {
  /** The name and the colon behind it. */
  readonly name: string;
  readonly links: string;
  /** Between the ids of the two links. Undefined when there is no `related` link. */
  readonly related: string | undefined;
  readonly end: string;
  /** The beginning of an identifier of the target. Undefined where there are several targets. */
  readonly identifier: string | undefined;
}

/** The texts of the resources of one type, with gaps for what differs. */
export interface ResourceTexts {
  readonly open: string;
  readonly links: string;
  readonly relationships: readonly RelationshipTexts[];
}

/** The text inside the quotation marks of a JSON string. */
function inner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function openIdentifier(type: string): string {
  return `{"type":${JSON.stringify(type)},"id":`;
}

/**
 * Settles the texts of the resources of a type.
 *
 * @param related The relationships that have a `related` link.
 * @returns Undefined for names that objects do not keep in their order.
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

/** A JSON string of an id. What stands for itself in a URL does so in JSON. */
function quoted(id: string, segment: string): string {
  return segment === id ? `"${id}"` : JSON.stringify(id);
}

function identifierText({ identifier }: RelationshipTexts, value: ResourceIdentifierObject): string {
  if (identifier === undefined || value.meta !== undefined) return JSON.stringify(value);
  return `${identifier}${quoted(value.id, idSegment(value.id))}}`;
}

/** The text of the linkage of a relationship. */
function linkageText(texts: RelationshipTexts, linkage: ResourceLinkage): string {
  if (linkage === null) return 'null';
  if (!Array.isArray(linkage)) return identifierText(texts, linkage as ResourceIdentifierObject);
  let text = '[';
  for (let index = 0; index < linkage.length; index++) {
    text += `${index === 0 ? '' : ','}${identifierText(texts, linkage[index] as ResourceIdentifierObject)}`;
  }
  return `${text}]`;
}

/** The text of a relationship with its name. Undefined when there is neither data nor a link. */
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

/** The text of a resource, from those of its parts. */
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
