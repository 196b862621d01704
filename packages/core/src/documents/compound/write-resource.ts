import { unchanged } from '../../internal/finish.ts';
import { idSegment } from '../../schema/url/url-plan.ts';
import { attributesForText, attributesObject } from '../record/attributes.ts';
import { type LinkageContext, linkageIn } from './linkage.ts';
import { linksOnly } from './links-only.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { RenderResource } from './render-context.ts';
import { resourceObject } from './resource.ts';
import type { ResourceEntry } from './resource-entry.ts';
import { membersFor, withResourceMembers } from './resource-members.ts';
import type { ResourcePlan } from './resource-plan.ts';
import { idText, type RelationshipTexts } from './resource-texts.ts';
import { linkageText } from './write-linkage.ts';

/**
 * Returns the text of all relationship objects without the closing brace, or an empty text. `segment` is the id in URLs, or
 * empty without links.
 */
export function relationshipsText(
  context: LinkageContext,
  { relationships, type, availability, texts: resourceTexts }: ResourcePlan,
  id: string,
  record: object,
  extraRecords: Set<object> | undefined,
  segment: string,
  entry?: ResourceEntry,
): string {
  let text = '';
  for (let index = 0; index < relationships.length; index++) {
    const relationship = relationships[index] as RelationshipPlan;
    const linkage = linkageIn(context.reader, record, extraRecords, relationship, entry);
    // Omit the links if neither the record nor the source can return this relationship: they would respond with 404.
    if (linkage === undefined && availability?.isReadable === false) continue;
    const texts = resourceTexts.relationships[index] as RelationshipTexts;
    const end =
      linkage === undefined || linkage === linksOnly
        ? texts.bare
        : linkageText(context, texts, type.name, id, relationship, linkage);
    if (end === undefined) continue;
    const open = text === '' ? texts.first : texts.later;
    text += texts.related === undefined ? open + segment + end : open + segment + texts.related + segment + end;
  }
  return text;
}

/**
 * Writes the resource object of a record as text. The text equals the output of `JSON.stringify` for `resourceObject`.
 * This is faster for resources with several links. Functions that add members to relationship objects need the objects.
 */
export const writeResource: RenderResource<string> = (context, plan, id, record, extraRecords, entry) => {
  const { texts, attributes, type, urls } = plan;
  const members = membersFor(context.resources, type.name);
  if (members?.relationships !== undefined) {
    return JSON.stringify(resourceObject(context, plan, id, record, extraRecords, entry));
  }
  const segment = texts.hasLinks ? idSegment(id) : '';
  let shown: object | undefined;
  if (attributes !== undefined) {
    shown =
      extraRecords === undefined
        ? attributesForText(attributes, id, record)
        : attributesObject(attributes, id, [record, ...extraRecords]);
  }
  const start = texts.open + idText(id);
  const open = shown === undefined ? `${start}"` : `${start}","attributes":${JSON.stringify(shown)}`;
  const relationships = relationshipsText(context, plan, id, record, extraRecords, segment, entry);
  if (members !== undefined) {
    const links = texts.hasLinks ? { links: { self: `${urls?.prefix}${segment}` } } : {};
    const where = `"${type.name}" ${JSON.stringify(id)}`;
    const rest = JSON.stringify(withResourceMembers(links, members, record, where, unchanged));
    const start = relationships === '' ? open : `${open}${relationships}}`;
    return rest === '{}' ? `${start}}` : `${start},${rest.slice(1)}`;
  }
  return relationships === ''
    ? open + texts.links + segment + texts.close
    : open + relationships + texts.linksAfter + segment + texts.close;
};
