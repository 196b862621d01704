import type { UrlPlan } from '../../schema/url/resource-urls.ts';
import type { RelationshipPlan } from './relationship-plan.ts';

// Resource objects of one type differ only in ids, attributes, and linkage. The strings between these values are constant:
//
//   {"type":"articles","id":"1","relationships":{"author":{"links":{"self":"/articles/1/relationships/author",
//     "related":"/articles/1/author"},"data":{"type":"people","id":"9"}}},"links":{"self":"/articles/1"}}
//
//   open            {"type":"articles","id":"
//   first           ,"relationships":{"author":{"links":{"self":"/articles/
//   related         /relationships/author","related":"/articles/
//   linkage.one     /author"},"data":{"type":"people","id":"
//   linksAfter      },"links":{"self":"/articles/
//   close           "}}
//
// Without links, `first` ends before `data`, and no string follows the relationships but the closing braces.

/** The strings of the linkage of a relationship with one target type, after its links, with gaps for ids. */
interface LinkageStrings {
  /** The text before the id of the only member. */
  readonly one: string;
  /** The text before the id of the first member of several. */
  readonly many: string;
  /** The text between the ids of two members. */
  readonly next: string;
}

/** The strings of one relationship of a resource, with gaps for the id of the resource. */
export interface RelationshipStrings {
  /** The beginning if it is the first relationship of its resource. */
  readonly first: string;
  /** The beginning if it follows another relationship. */
  readonly later: string;
  /** The text between the ids in the two links. Undefined without a `related` link. */
  readonly related: string | undefined;
  /** The end of a relationship without linkage. Undefined without links: then, the relationship is omitted. */
  readonly bare: string | undefined;
  /** The end of a relationship whose linkage is null. */
  readonly none: string;
  /** The end of a relationship whose linkage is an empty array. */
  readonly empty: string;
  /** The text before linkage that `JSON.stringify` writes. */
  readonly data: string;
  /** Undefined if the relationship has several target types. */
  readonly linkage: LinkageStrings | undefined;
}

/** The constant strings of the resource objects of one type, with gaps for ids, attributes, and linkage. */
export interface ResourceStrings {
  /** The text before the id. */
  readonly open: string;
  /** The same after a comma. */
  readonly later: string;
  /** The text before the id in the `self` link of a resource without relationships. Empty without links. */
  readonly links: string;
  /** Like `links`, for a resource with relationships: closes them first. */
  readonly linksAfter: string;
  /** The text after the id in the `self` link. Without links, the closing brace. */
  readonly close: string;
  /** Whether the resource and its relationships have links. */
  readonly hasLinks: boolean;
  readonly relationships: readonly RelationshipStrings[];
}

/** Returns the text inside the quotation marks of a JSON string. */
function inner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function openIdentifier(type: string): string {
  return `{"type":${JSON.stringify(type)},"id":"`;
}

function linkageStrings(data: string, type: string): LinkageStrings {
  const identifier = openIdentifier(type);
  return { one: `${data}${identifier}`, many: `${data}[${identifier}`, next: `"},${identifier}` };
}

/**
 * Creates the strings of the resources of a type.
 *
 * @param urls Undefined if the resources have no links.
 * @param related The relationships that have a `related` link. Undefined if all have one.
 */
export function planStrings(
  type: string,
  relationships: readonly RelationshipPlan[],
  urls: UrlPlan<RelationshipPlan> | undefined,
  related: ReadonlySet<RelationshipPlan> | undefined,
): ResourceStrings {
  const start = inner(urls?.prefix ?? '');
  const stringsOf = (relationship: RelationshipPlan): RelationshipStrings => {
    const suffixes = urls?.suffixes.get(relationship);
    const self = inner(suffixes?.self ?? '');
    const hasRelated = suffixes !== undefined && related?.has(relationship) !== false;
    const open = `${JSON.stringify(relationship.name)}:{${suffixes === undefined ? '' : `"links":{"self":"${start}`}`;
    const end = `${hasRelated ? inner(suffixes.related) : self}"}`;
    const data = `${suffixes === undefined ? '' : `${end},`}"data":`;
    return {
      first: `,"relationships":{${open}`,
      later: `,${open}`,
      related: hasRelated ? `${self}","related":"${start}` : undefined,
      bare: suffixes && `${end}}`,
      none: `${data}null}`,
      empty: `${data}[]}`,
      data,
      linkage: relationship.target && linkageStrings(data, relationship.target.name),
    };
  };
  const hasLinks = urls !== undefined;
  const links = hasLinks ? `,"links":{"self":"${start}` : '';
  const open = openIdentifier(type);
  return {
    open,
    later: `,${open}`,
    links,
    linksAfter: `}${links}`,
    close: hasLinks ? '"}}' : '}',
    hasLinks,
    relationships: relationships.map(stringsOf),
  };
}
