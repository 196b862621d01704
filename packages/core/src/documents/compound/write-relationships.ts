import { givenRelationshipLinks } from './given-url.ts';
import { type LinkageContext, linkageIn, linkageOf, nullLinkage } from './linkage.ts';
import { linksOnly } from './links-only.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { RenderContext } from './render-context.ts';
import type { CollectedLinkage, ResourceEntry } from './resource-entry.ts';
import { type AnyResourceMembers, membersFor, withRelationshipMembers } from './resource-members.ts';
import type { ResourcePlan } from './resource-plan.ts';
import type { RelationshipStrings, ResourceStrings } from './resource-strings.ts';

/** The settings of a document that the strings of its relationships depend on. */
type RelationshipContext = Omit<RenderContext, 'documentPlan'>;

/** Returns the text of an id inside its quotation marks. JSON writes printable ASCII as it is, except quotation marks and backslashes. */
export function idText(id: string): string {
  for (let index = 0; index < id.length; index++) {
    const code = id.charCodeAt(index);
    if (code < 0x20 || code >= 0x7f || code === 0x22 || code === 0x5c) return JSON.stringify(id).slice(1, -1);
  }
  return id;
}

/**
 * Returns the text of a relationship object after its links: its linkage, and the closing braces. Writes ids without creating an
 * object for each.
 *
 * @throws {TypeError} If the value has the wrong kind or contains another type.
 */
function linkageText(
  context: LinkageContext,
  strings: RelationshipStrings,
  type: string,
  id: string,
  relationship: RelationshipPlan,
  linkage: CollectedLinkage,
): string {
  const open = strings.linkage;
  if (open !== undefined) {
    if (typeof linkage === 'string') return `${open.one}${idText(linkage)}"}}`;
    if (Array.isArray(linkage)) {
      if (linkage.length === 0) return strings.empty;
      let text = open.many + idText(linkage[0]);
      for (let index = 1; index < linkage.length; index++) text += open.next + idText(linkage[index]);
      return `${text}"}]}`;
    }
  }
  if (linkage === nullLinkage) return strings.none;
  return `${strings.data}${JSON.stringify(linkageOf(context, type, id, relationship, linkage))}}`;
}

/**
 * Adds the links and members by functions of the application to a relationship object.
 *
 * @param text The relationship object with its name, after a comma, or an empty text if it is omitted so far.
 * @returns The same with the added members.
 */
function withGiven(
  context: RelationshipContext,
  type: string,
  id: string,
  record: object,
  relationship: RelationshipPlan,
  functions: AnyResourceMembers['relationships'],
  isLinked: boolean,
  text: string,
): string {
  const { name } = relationship;
  const links = context.urls && isLinked ? givenRelationshipLinks(context, type, id, name) : undefined;
  const members = membersFor(functions, name);
  if (links === undefined && members === undefined) return text;
  const own: object | undefined = text === '' ? undefined : JSON.parse(`{${text.slice(1)}}`)[name];
  const linked = links === undefined ? own : { links, ...own };
  const object = members ? withRelationshipMembers(context, linked, members, record, type, id, relationship) : linked;
  return object === undefined ? '' : `,${JSON.stringify({ [name]: object }).slice(1, -1)}`;
}

/**
 * Returns the text of all relationship objects without the closing brace, or an empty text. `segment` is the id in URLs, or
 * empty without links.
 */
export function relationshipsText(
  context: RelationshipContext,
  { relationships: all }: ResourceStrings,
  { relationships, type, availability }: ResourcePlan,
  id: string,
  record: object,
  extraRecords: Set<object> | undefined,
  segment: string,
  entry?: ResourceEntry,
): string {
  const members = context.resources && membersFor(context.resources, type.name)?.relationships;
  const hasGiven = members !== undefined || context.urls !== undefined;
  let text = '';
  for (let index = 0; index < relationships.length; index++) {
    const relationship = relationships[index] as RelationshipPlan;
    const linkage = linkageIn(context.reader, record, extraRecords, relationship, entry);
    // Omit the links if neither the record nor the source can return this relationship: they would respond with 404.
    const isLinked = linkage !== undefined || availability?.canFindRelated !== false;
    const strings = all[index] as RelationshipStrings;
    let end = isLinked ? strings.bare : undefined;
    if (linkage !== undefined && linkage !== linksOnly)
      end = linkageText(context, strings, type.name, id, relationship, linkage);
    const open = (text === '' && !hasGiven ? strings.first : strings.later) + segment;
    let own = end === undefined ? '' : open + (strings.related === undefined ? end : strings.related + segment + end);
    if (hasGiven) {
      own = withGiven(context, type.name, id, record, relationship, members, isLinked, own);
      if (text === '' && own !== '') own = `,"relationships":{${own.slice(1)}`;
    }
    text += own;
  }
  return text;
}
