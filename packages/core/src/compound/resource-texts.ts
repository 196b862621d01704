import type { UrlPlan } from '../url/url-plan.ts';
import type { RelationshipPlan } from './relationship-plan.ts';

/** The texts of the linkage of a relationship to one type, from the end of its links on, with gaps for ids. */
interface LinkageTexts {
  /** In front of the id of the one member. */
  readonly one: string;
  /** In front of the id of the first of several members. */
  readonly many: string;
  /** Between the ids of two members. */
  readonly next: string;
}

/** The texts of one relationship of a resource, with gaps for the id of the resource. */
export interface RelationshipTexts {
  /** The beginning if it is the first relationship of its resource. */
  readonly first: string;
  /** The beginning if it follows another relationship. */
  readonly later: string;
  /** Between the ids of the two links. Undefined if there is no `related` link. */
  readonly related: string | undefined;
  /** The end of a relationship without linkage. */
  readonly bare: string;
  /** The end of a relationship whose linkage is null. */
  readonly none: string;
  /** The end of a relationship whose linkage is an empty array. */
  readonly empty: string;
  /** In front of linkage that is written as a value. */
  readonly data: string;
  /** Undefined if the relationship leads to several types. */
  readonly linkage: LinkageTexts | undefined;
}

/** The texts of the resources of one type, with gaps for what differs. */
export interface ResourceTexts {
  readonly open: string;
  readonly links: string;
  /** The same behind a relationship. */
  readonly linksAfter: string;
  readonly relationships: readonly RelationshipTexts[];
}

/** The text inside the quotation marks of a JSON string. */
function inner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function openIdentifier(type: string): string {
  return `{"type":${JSON.stringify(type)},"id":"`;
}

function linkageTexts(data: string, type: string): LinkageTexts {
  const identifier = openIdentifier(type);
  return { one: `${data}${identifier}`, many: `${data}[${identifier}`, next: `"},${identifier}` };
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
    const open = `${JSON.stringify(relationship.name)}:{"links":{"self":"${start}`;
    const end = `${hasRelated ? inner(urls?.related ?? '') : self}"}`;
    const data = `${end},"data":`;
    return {
      first: `,"relationships":{${open}`,
      later: `,${open}`,
      related: hasRelated ? `${self}","related":"${start}` : undefined,
      bare: `${end}}`,
      none: `${data}null}`,
      empty: `${data}[]}`,
      data,
      linkage: relationship.target && linkageTexts(data, relationship.target.name),
    };
  };
  const links = `,"links":{"self":"${start}`;
  return { open: openIdentifier(type), links, linksAfter: `}${links}`, relationships: relationships.map(textsOf) };
}

/** The text inside the quotation marks of an id. If its segment of a URL is the same, so is its JSON. */
export function innerId(id: string, segment: string): string {
  return segment === id ? id : inner(id);
}
