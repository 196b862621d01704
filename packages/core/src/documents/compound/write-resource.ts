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
import { idText, planTexts, type RelationshipTexts, type ResourceTexts } from './resource-texts.ts';
import { linkageText } from './write-linkage.ts';

/**
 * Creates the constant texts of a plan. Call it once for each plan.
 */
export function textsFor(plan: ResourcePlan): ResourceTexts {
  const { type, relationships, urls, availability } = plan;
  const linked = availability?.canFind === false ? undefined : urls;
  plan.texts = planTexts(type.name, relationships, linked, availability?.related);
  return plan.texts;
}

/**
 * Returns the text of all relationship objects without the closing brace, or an empty text. `segment` is the id in URLs, or
 * empty without links.
 */
export function relationshipsText(
  context: LinkageContext,
  { relationships: all }: ResourceTexts,
  { relationships, type, availability }: ResourcePlan,
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
    if (linkage === undefined && availability?.canFindRelated === false) continue;
    const texts = all[index] as RelationshipTexts;
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

/** The text of a resource object. Its attributes become text together with those of the other resources of the document. */
export interface ResourceParts {
  /** The text before the attributes. */
  readonly open: string;
  /** Attributes without objects and arrays. Undefined if the other members contain everything. */
  readonly attributes: object | undefined;
  /** The text after the attributes. */
  readonly end: string;
}

/**
 * Writes the resource object of a record as text. The text equals the output of `JSON.stringify` for `resourceObject`.
 * This is faster for resources with several links. Functions that add members to relationship objects need the objects.
 */
export const writeResource: RenderResource<ResourceParts> = (context, plan, id, record, extraRecords, entry) => {
  const { attributes, type, urls, texts = textsFor(plan) } = plan;
  const members = context.resources === undefined ? undefined : membersFor(context.resources, type.name);
  if (members?.relationships !== undefined) {
    const open = JSON.stringify(resourceObject(context, plan, id, record, extraRecords, entry));
    return { open, attributes: undefined, end: '' };
  }
  const segment = texts.hasLinks ? idSegment(id) : '';
  let shown: object | undefined;
  if (attributes !== undefined) {
    shown =
      extraRecords === undefined
        ? attributesForText(attributes, id, record)
        : attributesObject(attributes, id, [record, ...extraRecords]);
  }
  // A segment that equals its id needs no escape in JSON, either.
  let open = `${texts.open}${segment === id ? id : idText(id)}"`;
  if (shown !== undefined) {
    open += ',"attributes":';
    if (attributes?.nests === true) {
      open += JSON.stringify(shown);
      shown = undefined;
    }
  }
  const relationships = relationshipsText(context, texts, plan, id, record, extraRecords, segment, entry);
  if (members !== undefined) {
    const links = texts.hasLinks ? { links: { self: `${urls?.prefix}${segment}` } } : {};
    const where = `"${type.name}" ${JSON.stringify(id)}`;
    const rest = JSON.stringify(
      withResourceMembers(links, members, record, where, { extensions: context.extensions, finish: unchanged }),
    );
    const before = relationships === '' ? '' : `${relationships}}`;
    return { open, attributes: shown, end: rest === '{}' ? `${before}}` : `${before},${rest.slice(1)}` };
  }
  const end =
    relationships === ''
      ? texts.links + segment + texts.close
      : relationships + texts.linksAfter + segment + texts.close;
  return { open, attributes: shown, end };
};

/** The text between two objects of an array. A string in JSON cannot contain it, because its quotation marks are escaped. */
const BETWEEN = '},{"';

/** Returns the JSON text of objects without objects and arrays in them. To write all of them in one call is faster. */
function flatTexts(objects: readonly object[]): readonly string[] {
  if (objects.length < 2) return objects.map((object) => JSON.stringify(object));
  const parts = JSON.stringify(objects).split(BETWEEN);
  // Before an object without members, there is another text.
  if (parts.length !== objects.length) return objects.map((object) => JSON.stringify(object));
  const last = parts.length - 1;
  return parts.map((part, index) => {
    const open = index === 0 ? part.slice(1) : `{"${part}`;
    return index === last ? open.slice(0, -1) : `${open}}`;
  });
}

/** Returns the text of a resource object. */
export function textOf({ open, attributes, end }: ResourceParts): string {
  return attributes === undefined ? open + end : open + JSON.stringify(attributes) + end;
}

/** Returns the texts of resource objects. */
export function textsOf(resources: readonly ResourceParts[]): readonly string[] {
  const flat: object[] = [];
  for (const { attributes } of resources) if (attributes !== undefined) flat.push(attributes);
  const texts = flatTexts(flat);
  let next = 0;
  return resources.map(({ open, attributes, end }) =>
    attributes === undefined ? open + end : open + texts[next++] + end,
  );
}
